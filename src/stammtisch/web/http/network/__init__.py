"""Where a request comes from and whom it is for: client addresses behind proxies, allowed hosts."""

"""What lies below every request: connections, the bytes on them, and how much and how long they may be."""

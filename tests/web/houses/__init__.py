"""Houses that tests come to: servers in this process and in others, one and several, over either kind of store."""

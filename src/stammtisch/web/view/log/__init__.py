"""What happened at a table, as its page tells it."""

"""Beginning a game of one's own."""

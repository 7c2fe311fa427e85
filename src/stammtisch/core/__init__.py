"""One table, any game: this layer knows the protocol of a game and no web."""

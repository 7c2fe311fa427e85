"""The end of a game: who won, how everybody came off, what decided it, and a picture of it to share."""

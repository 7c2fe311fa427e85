"""A game as text: the names of actions, transcripts, and replaying them."""

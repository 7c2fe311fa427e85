"""The sample game, and what the laws need to know about it."""

"""Seats for language models: the tools, what they keep secret, live tables, and matches of text players."""

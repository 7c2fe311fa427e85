"""Processes in which bots think or play, so that nobody waits for them."""

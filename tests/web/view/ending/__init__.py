"""Tests of how the end of a game is shown."""

"""Tests of what a game says to a reader."""

"""Tests of the pages on which one learns a game."""

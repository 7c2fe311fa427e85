"""Tests of the page of anybody's game."""

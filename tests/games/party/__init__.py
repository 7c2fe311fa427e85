"""Costume Party, chapter by chapter."""

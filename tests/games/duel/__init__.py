"""Cockroach Duel, chapter by chapter."""

"""Cockroach Duel on a page."""

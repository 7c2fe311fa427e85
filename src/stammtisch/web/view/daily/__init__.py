"""Deals of the day in words: results beside par, lists, and what is shared."""

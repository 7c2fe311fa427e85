"""Combination Race on a page."""

"""Costume Party on a page."""

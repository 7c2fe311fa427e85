"""Tests of the pages about what comes of games."""

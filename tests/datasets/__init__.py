"""Tests of games that are kept for offline learning."""

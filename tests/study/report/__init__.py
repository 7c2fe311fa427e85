"""Tests of what a study tells."""

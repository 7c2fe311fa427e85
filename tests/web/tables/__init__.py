"""Tests of one live table."""

"""Tests with what other people learn by, which has a place of its own to be installed."""

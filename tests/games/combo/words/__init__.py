"""Tests of what Combination Race says."""

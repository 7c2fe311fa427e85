"""Tests of what the extra `scale` is for: clusters and searches."""

"""Tests of what a study measures."""

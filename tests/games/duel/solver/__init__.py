"""Tests of perfect play."""

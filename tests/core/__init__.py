"""Tests of one table."""

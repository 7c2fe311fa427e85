"""Tests of what lies below every request."""

"""Tests of what comes of finished games."""

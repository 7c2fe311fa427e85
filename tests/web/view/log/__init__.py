"""Tests of how the log is shown."""

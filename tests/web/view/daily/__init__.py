"""Tests of how deals of the day are shown."""

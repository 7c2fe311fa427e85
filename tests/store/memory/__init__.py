"""Tests of what one process answers itself."""

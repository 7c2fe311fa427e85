"""Tests of the compiled layer."""

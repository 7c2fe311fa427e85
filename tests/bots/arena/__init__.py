"""Tests of matches between bots."""

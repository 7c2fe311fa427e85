"""Tests of the page of Costume Party."""

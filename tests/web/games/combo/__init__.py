"""Tests of the page of Combination Race."""

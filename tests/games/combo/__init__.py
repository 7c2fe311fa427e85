"""Tests of Combination Race."""

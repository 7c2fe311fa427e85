"""Tests of what learning programs are given."""

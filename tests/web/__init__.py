"""Tests of the live tables in the browser."""

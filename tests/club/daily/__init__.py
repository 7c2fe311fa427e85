"""Tests of the deal of the day, without a server."""

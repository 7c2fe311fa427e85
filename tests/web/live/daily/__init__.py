"""Tests of deals of the day as a server keeps them."""

"""Tests of the page of Gang of Crooks."""

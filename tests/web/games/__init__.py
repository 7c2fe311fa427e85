"""Tests of the games on their pages."""

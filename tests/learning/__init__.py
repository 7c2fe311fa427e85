"""Tests of players that learn."""

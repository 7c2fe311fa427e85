"""Tests with RLlib, which wants another Gymnasium than the others, and so has a place of its own."""

"""Tests of statements that both databases share."""

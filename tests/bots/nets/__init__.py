"""Tests of bots that learned."""

"""Tests of the page of Cockroach Duel."""

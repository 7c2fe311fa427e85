"""Tests of the processes of bots."""

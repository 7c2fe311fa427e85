"""Tests of what is kept, in a file and in a database."""

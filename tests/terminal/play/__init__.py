"""Tests of games at the terminal."""

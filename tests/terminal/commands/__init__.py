"""Tests of the subcommands."""

"""Tests of the subcommands of players."""

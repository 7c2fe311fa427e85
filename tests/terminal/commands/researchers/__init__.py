"""Tests of the subcommands of researchers."""

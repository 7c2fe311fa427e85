"""Tests of the subcommands of hosts."""

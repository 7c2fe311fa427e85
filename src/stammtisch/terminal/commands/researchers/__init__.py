"""Subcommands for researchers and bot authors: arena, solve, join."""

"""Subcommands for hosts: serve, admin, backup, restore, copy, doctor."""

"""Subcommands for players: play, replay, rules, fair, games, options."""

"""The subcommands of `stammtisch`, each with its arguments, by reader."""

"""What goes wrong or is meant to: strange input, races, kills."""

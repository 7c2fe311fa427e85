"""The table in a terminal: play, replay, read the rules, for any game."""

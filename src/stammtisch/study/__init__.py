"""What a designer wants to know of a game: bots play it, and every number comes with its interval."""

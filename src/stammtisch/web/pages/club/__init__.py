"""The pages about what comes of games: deals of the day, and whatever a house remembers."""

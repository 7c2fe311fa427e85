"""Pages about finished games: one's own history, what others may see of it, and deals of the day."""

"""Pages about finished games: one's own history, what others see of it, the board, ratings, deals of the day."""

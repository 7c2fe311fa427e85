"""Pages about finished games: one's own history, what others may see of it, the board, and leaving for good."""

"""Games looked at from moment to moment: who is likely to win, what a choice is worth, and what a net says of it."""

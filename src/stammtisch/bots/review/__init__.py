"""A finished game looked through by a strong bot: decisions, and the luck of the deal."""

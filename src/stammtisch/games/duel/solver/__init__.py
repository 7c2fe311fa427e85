"""Perfect play of the duel: the equilibrium, its certificate, the bot that plays it, and the report."""

"""Bots that learned: nets as files, a bot that follows one, and one that looks ahead with it."""

"""Deals of the day as a server keeps them: what is dealt, the tries of people, and par."""

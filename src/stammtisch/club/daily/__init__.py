"""The deal of the day: what is dealt, what our strong bots make of it, and how people fared."""

"""Ratings of people: computed from the results of finished games alone, in their order."""

"""Matches between bots: deals, rotations, standings, ratings and confidence intervals."""

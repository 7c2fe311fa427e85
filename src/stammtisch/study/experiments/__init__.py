"""What a study finds out with bots of a special kind: more thinking, actions they go without, openings at random."""

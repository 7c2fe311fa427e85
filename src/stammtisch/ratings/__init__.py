"""How strong somebody plays, in one number with an interval: one model for people and for bots."""

"""What a learning program is given at a table: observations, action masks, rewards, and perfect recall."""

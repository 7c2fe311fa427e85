"""Pages about finished games."""

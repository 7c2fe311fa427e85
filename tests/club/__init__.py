"""The club around the tables: what is computed from finished games, and what the host puts up."""

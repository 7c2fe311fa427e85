"""The club around the tables: what it keeps and shows."""

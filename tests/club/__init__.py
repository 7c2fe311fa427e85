"""What is computed from finished games."""

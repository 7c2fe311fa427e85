"""What comes of finished games."""

"""What is tested game by game."""

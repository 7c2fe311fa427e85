"""What is drawn by code."""

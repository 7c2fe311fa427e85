"""What finished games come to, in words and pictures."""

"""What is known of finished games: their results, and what comes of them for the people who played."""

"""What a server does for the club beside the tables: people are forgotten."""

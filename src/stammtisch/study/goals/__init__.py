"""What a designer wishes for: goals, which settings reach them best, and a search for such settings."""

"""Gang of Crooks, chapter by chapter."""

"""Games of bots kept for offline learning: transcripts, and arrays with a row for each decision."""

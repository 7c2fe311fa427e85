"""Players that learn: self-play training of nets for any game that has features."""

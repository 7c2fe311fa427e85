"""A house as a whole: backups, and copies from one store into another."""

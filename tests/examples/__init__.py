"""Programs to copy from, run as far as that takes seconds."""

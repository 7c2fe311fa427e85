"""Pages about the club: what the house tells of its evenings."""

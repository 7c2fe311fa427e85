"""What happens by itself: the registry of tables, broadcast, presence, bot turns, sockets, reviews."""

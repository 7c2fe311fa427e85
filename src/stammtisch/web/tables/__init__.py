"""One live table: its record, seats, actions, moderation and quotas."""

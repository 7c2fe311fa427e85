"""The store of one server process: one SQLite file."""

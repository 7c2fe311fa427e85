"""The store of any number of server processes: one PostgreSQL database."""

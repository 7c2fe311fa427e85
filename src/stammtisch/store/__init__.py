"""What must survive, and who may do what with it: one interface, kept by a SQLite file or by PostgreSQL."""

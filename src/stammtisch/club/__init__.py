"""The club around the tables: what a house keeps of its evenings, and shows to those who come."""

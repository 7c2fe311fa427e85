"""`/api`: the same tables for programs, in JSON."""

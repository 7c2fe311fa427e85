"""How drivers are compiled: what of them, when, and what people are told meanwhile."""

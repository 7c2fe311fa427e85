"""What people install: the core, and each extra alone."""

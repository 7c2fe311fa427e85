"""Whoever comes to a server in tests: a page, a program, raw bytes, people made of these, and who watches its pulse."""

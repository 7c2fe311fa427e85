"""The terminal, driven as people drive it."""

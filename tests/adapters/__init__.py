"""Interfaces for learning programs and language models."""

"""Seats for language models: what a seat sees in sentences, tools to play by over MCP, matches of text players."""

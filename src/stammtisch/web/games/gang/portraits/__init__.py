"""The 52 people of Gang of Crooks, drawn by code."""

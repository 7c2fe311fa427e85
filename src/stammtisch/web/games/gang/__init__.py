"""Gang of Crooks on a page."""

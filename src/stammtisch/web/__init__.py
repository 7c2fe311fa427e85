"""Live tables in the browser: pages rendered on the server from views, and one socket that pushes what changed."""

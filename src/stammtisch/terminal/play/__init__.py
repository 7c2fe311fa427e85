"""One game at the terminal: the session, who plays, the screen, the keyboard, and autosave."""

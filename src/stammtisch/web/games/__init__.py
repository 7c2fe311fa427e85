"""How each game is shaped for its templates: `shape`, `arrange` and `HOLD`."""

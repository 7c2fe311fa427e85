"""Reviews as pages show them: grades, words and pictures."""

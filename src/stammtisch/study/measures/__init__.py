"""What is measured of the games of a cell, each with its interval; docs/study.md has the formulas and their sources."""

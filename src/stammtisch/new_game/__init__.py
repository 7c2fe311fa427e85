"""A game to begin with: the package `highcard`, which is whole and small, and the project around it, to be renamed."""

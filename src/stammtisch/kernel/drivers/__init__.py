"""Loops over the rules of one game, compiled for each game by `stammtisch.kernel.compile.driver`.

The files here are templates: they are read as text, bound to a game and loaded from the compile cache.
"""

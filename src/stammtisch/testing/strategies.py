"""Hypothesis strategies: positions of a game, as often from a short phase as from a long one."""

from __future__ import annotations

from random import Random

from hypothesis import reject
from hypothesis import strategies as st

from stammtisch.core.game import Game
from stammtisch.testing.walk import Position, begin, random_walk

_TRIES = 40  # games walked through to find a position of the phase that was asked for

seeds = st.integers(0, 2**63 - 1)


@st.composite
def positions(draw: st.DrawFn, game: Game, *, most: int = 600) -> Position:
    """Draw an option set, then a phase, then a position of random play in it: each evenly.

    Args:
        draw: Given by Hypothesis.
        game: The game to draw positions of.
        most: How far into a game to look, in steps.
    """
    choices = draw(st.sampled_from(game.rules.OPTION_SETS))
    phase = draw(st.sampled_from(list(game.rules.Phase)))
    random = Random(draw(seeds))
    found: list[Position] = []
    for _ in range(_TRIES):
        found = found or [at for at in random_walk(begin(game, choices), random, most) if at.s.phase == phase]
    if not found:
        reject()  # this option set may never see the phase
    return random.choice(found)


def randoms() -> st.SearchStrategy[Random]:
    """Draw a generator for whatever else a law has to draw."""
    return seeds.map(Random)

"""Counting the ways a game can go, to compare two ways of playing it."""

from __future__ import annotations

from collections.abc import Mapping

from stammtisch.core.game import Game
from stammtisch.core.nature import SeededNature
from stammtisch.core.queries import legal_actions, seats_waited_for
from stammtisch.kernel.seats import NATURE
from stammtisch.testing.walk import Position, begin, step_on


def perft(game: Game, choices: Mapping[str, object], depth: int, seed: int = 0) -> list[int]:
    """Return how many rows of 1, 2, … `depth` steps there are from the start.

    Sealed choices mean the same in any order, so the lowest seat waited for acts. NATURE does what the seed says, so
    its steps, like those of TABLE, have one way to go. Rows that end with the game before a depth do not count there.
    """
    counts = [0] * depth
    _walk(begin(game, choices), SeededNature(seed), 0, counts)
    return counts


def _walk(at: Position, nature: SeededNature, dealt: int, counts: list[int]) -> None:
    depth = len(at.steps)
    waited_for = seats_waited_for(at.game.rules, at.s, at.o)
    if depth == len(counts) or not waited_for:
        return
    seat = waited_for[0]
    actions = legal_actions(at.game.rules, at.s, at.o, seat)
    if seat == NATURE:
        actions = [nature.choose(dealt, actions)]
        dealt += 1
    counts[depth] += len(actions)
    for action in actions:
        _walk(step_on(at, seat, action), nature, dealt, counts)

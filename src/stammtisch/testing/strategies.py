"""Hypothesis strategies: positions of a game, as often from a short phase as from a long one."""

from __future__ import annotations

from collections.abc import Hashable
from random import Random
from typing import Final

from hypothesis import strategies as st

from stammtisch.core.game import Game
from stammtisch.testing.walk import Mood, Position, begin, even, highest, lowest, random_walk

Pool = dict[int, list[Position]]  # by phase

_FEW: Final = 8  # games walked through for each option set
_MANY: Final = 60  # and as many as this while a phase has not been seen
_LONG: Final = 6_000  # steps after which no further game is begun, if three were
_MOODY: Final = 1_000  # steps of a game in which seats have moods, and which may never end
_KEPT: Final = 40  # positions of one phase

_pools: dict[Hashable, list[Pool]] = {}

seeds = st.integers(0, 2**63 - 1)


@st.composite
def positions(draw: st.DrawFn, game: Game) -> Position:
    """Draw an option set, then a phase of it that play has reached, then a position in it: each evenly."""
    pool = draw(st.sampled_from(_pools_of(game)))
    phase = draw(st.sampled_from(sorted(pool)))
    return draw(st.sampled_from(pool[phase]))


def randoms() -> st.SearchStrategy[Random]:
    """Draw a generator for whatever else a law has to draw."""
    return seeds.map(Random)


def _pools_of(game: Game) -> list[Pool]:
    """Return positions of the game by phase, for each of its option sets; the same ones each time.

    A game with a fault in what does not lead from one position to the next shares those of the sound one.
    """
    rules = game.rules
    walked = (
        rules.State,
        rules.Options,
        rules.Phase,
        rules.prepare,
        rules.start,
        rules.waiting,
        rules.legal,
        rules.apply,
    )
    key = (*walked, repr(rules.OPTION_SETS))
    if key not in _pools:
        _pools[key] = [_pool(game, number) for number in range(len(rules.OPTION_SETS))]
    return _pools[key]


def _pool(game: Game, number: int) -> Pool:
    """Walk through games, even and moody ones, and keep some positions of every phase."""
    random, pool, steps = Random(number), Pool(), 0
    start = begin(game, game.rules.OPTION_SETS[number])
    for walked in range(_MANY):
        seen_all = len(pool) == len(game.rules.Phase)
        if (walked >= _FEW and seen_all) or (walked >= 3 and steps > _LONG):  # noqa: PLR2004
            break
        moody = walked % 2 == 1
        moods = [random.choice(_MOODS if moody else (even,)) for _ in range(start.o.seats)]
        for at in random_walk(start, random, _MOODY if moody else _LONG, moods):
            steps += 1
            kept = pool.setdefault(int(at.s.phase), [])
            if len(kept) < _KEPT:
                kept.append(at)
            elif random.random() < _KEPT / (8 * len(at.steps) + 1):
                kept[random.randrange(_KEPT)] = at
    return pool


_MOODS: Final[tuple[Mood, ...]] = (even, lowest, highest)

"""Whether `redeal` draws every world that fits a view equally often."""

from __future__ import annotations

from collections import Counter

from scipy.stats import chisquare

from stammtisch.core.queries import view_of
from stammtisch.kernel.chance import STREAM_LENGTH, WORLDS, open_stream
from stammtisch.testing.subject import Subject
from stammtisch.testing.walk import Position


def redeal_probability(subject: Subject, at: Position, seat: int, *, draws: int, seed: int) -> float:
    """Return how likely draws as uneven as those of `redeal` are if all worlds are equally likely.

    Below a millionth, say, `redeal` is not uniform. Where there is but one world the answer is 1.

    Raises:
        AssertionError: A drawn world does not fit the view.
    """
    rules = subject.game.rules
    v = view_of(rules, at.s, at.o, seat)
    worlds = {world.tobytes(): 0 for world in subject.worlds(v, at.o, seat)}
    stream, scratch = [0] * STREAM_LENGTH, [0] * rules.SCRATCH
    open_stream(stream, seed, WORLDS, 0)
    drawn: Counter[bytes] = Counter()
    for _ in range(draws):
        world = v.copy()
        rules.redeal(v, at.o, seat, stream, scratch, world)
        drawn[world.tobytes()] += 1
    assert drawn.keys() <= worlds.keys(), "a drawn world does not fit the view"
    if len(worlds) == 1:
        return 1.0
    return float(chisquare([drawn[world] for world in worlds]).pvalue)

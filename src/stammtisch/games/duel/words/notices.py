"""What a lesson may explain when it first happens at a duel, and what decided one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from stammtisch.core.words.narration import SeenStep
from stammtisch.games.duel.rules import LANES, TURN, Options, Phase, State


def notices(seen: SeenStep, o: Options, viewer: int) -> tuple[str, ...]:
    """Return the names of what happened in a step, as the viewer would call it."""
    return tuple(_noticed(seen, o, viewer))


def _noticed(seen: SeenStep, o: Options, viewer: int) -> Iterator[str]:
    before, after = seen.before, seen.after
    mine = before.bluffer != viewer  # the viewer turns the tiles
    if TURN <= seen.step.action < TURN + LANES:
        if after.phase == Phase.CROSS:
            yield "my_cross" if mine else "other_cross"
        else:
            yield "my_green" if mine else "other_green"
        if after.phase == Phase.SHOWN:
            yield "three_greens"
    if after.phase == Phase.OVER:
        yield "won" if after.winner == viewer else "lost"
    elif _is_close(after, o, viewer) and not _is_close(before, o, viewer):
        yield "close"


def _is_close(v: State, o: Options, viewer: int) -> bool:
    """Whether a cockroach is one step away from winning for the viewer."""
    towards = -1 if viewer == 0 else 1
    return any(v.roach[lane] * towards == o.goal - 1 for lane in range(LANES))


def decisive(seen: Sequence[SeenStep], o: Options) -> int:
    """Return the last tile that was turned: it won, or its red cross let the winner's cockroach march."""
    return max((one.step.number for one in seen if TURN <= one.step.action < TURN + LANES), default=0)

"""Cockroach Duel as numbers for learning programs: what a seat knows, seen from its own place."""

from __future__ import annotations

from typing import Final

from stammtisch.games.duel.rules import GREENS, LANES, Options, Phase, State
from stammtisch.kernel import NONE, Row, inlined, kernel
from stammtisch.kernel.bits import count_in, has_in
from stammtisch.kernel.observation_layout import Layout, write_set

_FARTHEST: Final = 7  # spaces from the middle to the tile spaces of the longest lanes
_PLACES: Final = 2 * _FARTHEST + 1  # where a cockroach may be

LAYOUT: Final = Layout(
    ("phase", len(Phase), "1 for the chapter of the duel"),
    ("royal", 1, "1 if a cockroach is crowned in every round"),
    ("goal", _FARTHEST - 1, "1 for how many spaces the tile spaces are from the middle, from 2 on"),
    ("bluffer", 2, "1 for who bluffs in this round: the seat, or the other one"),
    ("roaches", LANES * _PLACES, "1 for where a cockroach is, by lane, from the tile space of the other to one's own"),
    ("laid", 1, "1 once the tiles lie there"),
    ("red", LANES, "1 for the lane of the red tile, if the seat knows it"),
    ("queen", LANES, "1 for the lane of the crowned cockroach"),
    ("turned", LANES, "1 for lanes whose tile has been turned"),
)
_PHASE, _ROYAL, _GOAL, _BLUFFER, _ROACHES, _LAID, _RED, _QUEEN, _TURNED = LAYOUT
HIGHER_IS_BETTER: Final = True  # of scores


@kernel
def longest(o: Options) -> int:  # noqa: ARG001  # the same for all
    """Return 0: cockroaches may march back and forth for ever."""
    return 0


@kernel
def lowest(o: Options) -> int:  # noqa: ARG001  # the same for all
    """Return the score of the loser."""
    return 0


@kernel
def highest(o: Options) -> int:  # noqa: ARG001  # the same for all
    """Return the score of the winner."""
    return 1


@inlined
def observe(s: State, o: Options, seat: int, out: Row) -> None:
    """Write into a blank `out` what the seat knows."""
    out[_PHASE + s.phase] = 1
    out[_ROYAL] = o.royal
    out[_GOAL + o.goal - 2] = 1
    if s.bluffer != NONE:
        out[_BLUFFER + (0 if s.bluffer == seat else 1)] = 1
    towards = 1 if seat == 1 else -1
    for lane in range(LANES):
        out[_ROACHES + lane * _PLACES + _FARTHEST + towards * s.roach[lane]] = 1
    if s.red != NONE:
        out[_LAID] = 1
        if _knows_red(s, seat):
            out[_RED + s.red] = 1
    if s.queen != NONE:
        out[_QUEEN + s.queen] = 1
    write_set(out, _TURNED, s.turned)


@kernel
def _knows_red(s: State, seat: int) -> bool:
    """Whether the seat laid the red tile, which lies there, or has seen it, or has seen all others."""
    return s.bluffer == seat or has_in(s.turned, s.red) or count_in(s.turned) == GREENS

"""Kuhn poker as numbers: what a seat knows, seen from its own place."""

from __future__ import annotations

from typing import Final

from stammtisch.kernel import Row, inlined, kernel
from stammtisch.kernel.observation_layout import Layout
from tests.sample.kuhn.rules import CARDS, Options, Phase, State

LAYOUT: Final = Layout(
    ("phase", len(Phase), "1 for the chapter of the game"),
    ("card", CARDS, "the seat's card"),
    ("stakes", 2, "chips that were put in, by seat"),
)
_PHASE, _CARD, _STAKES = LAYOUT
HIGHER_IS_BETTER: Final = True
TOTAL_SCORE: Final = 0  # what one wins the other loses


@kernel
def longest(o: Options) -> int:  # noqa: ARG001  # the same for all
    """Return two deals and three decisions."""
    return 5


@kernel
def lowest(o: Options) -> int:  # noqa: ARG001  # the same for all
    """Return the score of whoever bets and loses."""
    return -2


@kernel
def highest(o: Options) -> int:  # noqa: ARG001  # the same for all
    """Return the score of whoever bets and wins."""
    return 2


@inlined
def observe(s: State, o: Options, seat: int, out: Row) -> None:  # noqa: ARG001  # the same arguments for all
    """Write into a blank `out` what the seat knows."""
    out[_PHASE + s.phase] = 1
    if s.card[seat] >= 0:
        out[_CARD + s.card[seat]] = 1
    out[_STAKES] = s.stake[seat]
    out[_STAKES + 1] = s.stake[1 - seat]

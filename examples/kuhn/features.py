"""What a seat knows, as numbers, seen from its own place."""

from typing import Final

from stammtisch.kernel import Row, inlined, kernel
from stammtisch.kernel.observation_layout import Layout

from .rules import CARDS, Options, State

LAYOUT: Final = Layout(
    ("second", 1, "1 for the seat that acts second"),
    ("card", CARDS, "1 for the seat's card"),
    ("stakes", 2, "chips that were put in: one's own, the other's"),
)
_SECOND, _CARD, _STAKES = LAYOUT
HIGHER_IS_BETTER, TOTAL_SCORE = True, 0  # what one wins the other loses: solvers take it as zero-sum


@kernel
def longest(o: Options) -> int:
    return 5  # two deals and three decisions


@kernel
def lowest(o: Options) -> int:
    return -2  # bet, and lost


@kernel
def highest(o: Options) -> int:
    return 2  # bet, and won


@inlined
def observe(s: State, o: Options, seat: int, out: Row) -> None:
    out[_SECOND] = seat
    if s.card[seat] >= 0:
        out[_CARD + s.card[seat]] = 1
    out[_STAKES] = s.stake[seat]
    out[_STAKES + 1] = s.stake[1 - seat]

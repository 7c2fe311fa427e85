"""What a seat knows, as numbers for learning programs, seen from its own place."""

from __future__ import annotations

from typing import Final

from stammtisch.kernel import Row, inlined, kernel
from stammtisch.kernel.observation_layout import Layout, write_set
from stammtisch.new_game.highcard.rules import CARDS, SEATS, Options, Phase, State

LAYOUT: Final = Layout(
    ("phase", len(Phase), "1 for the chapter of the game"),
    ("hand", CARDS, "1 for cards in hand"),
    ("played", CARDS, "1 for cards of earlier rounds"),
    ("laid", SEATS * CARDS, "by seat, 1 for the card that lies open"),
    ("score", SEATS, "points, by seat"),
)
_PHASE, _HAND, _PLAYED, _LAID, _SCORE = LAYOUT
HIGHER_IS_BETTER: Final = True  # of scores


@kernel
def longest(o: Options) -> int:
    """Return the most steps that a game can have: every card is dealt and laid, every round collected."""
    return (2 * o.seats + 1) * o.hand_size


@kernel
def lowest(o: Options) -> int:  # noqa: ARG001  # the same for every game
    """Return a number of points below which nobody comes."""
    return 0


@kernel
def highest(o: Options) -> int:
    """Return a number of points above which nobody comes: those of all rounds."""
    return o.hand_size * (o.hand_size + 1) // 2


@inlined
def observe(s: State, o: Options, seat: int, out: Row) -> None:
    """Write into a blank `out` what the seat knows; the others follow in the order of play, itself first."""
    out[_PHASE + s.phase] = 1
    write_set(out, _HAND, s.hand[seat])
    write_set(out, _PLAYED, s.played)
    for ahead in range(o.seats):
        other = (seat + ahead) % o.seats
        out[_SCORE + ahead] = s.score[other]
        if s.laid[other] >= 0 and (other == seat or s.phase == Phase.SHOW):
            out[_LAID + ahead * CARDS + s.laid[other]] = 1

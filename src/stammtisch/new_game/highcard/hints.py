"""Rules of thumb: what somebody does who has played a few times. The bot `easy` plays by them."""

from __future__ import annotations

from stammtisch.kernel import Row, kernel
from stammtisch.kernel.bits import lowest_in
from stammtisch.new_game.highcard.rules import Options, State


@kernel
def suggest(s: State, o: Options, seat: int, legal: Row, stream: Row) -> int:
    """Return the lowest card: the high ones are for the rounds that are worth more."""
    return lowest_in(legal[0])

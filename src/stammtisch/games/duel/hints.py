"""Rules of thumb for a duel: what somebody does who sees the next step of each cockroach, and no further.

As a guesser, turn the tile whose cockroach would come closest. As a bluffer, every other time expect just that and hide
the red tile there, and otherwise anywhere; crown the cockroach that is nearest to you, for it may run home.
"""

from __future__ import annotations

from typing import Final

from stammtisch.games.duel.rules import ALL_LANES, CROWN, HIDE, LANES, TURN, Options, Phase, State
from stammtisch.kernel import Row, kernel
from stammtisch.kernel.chance import draw

PLAYOUTS: Final = {"normal": 20}  # more of them model an opponent who is not there; strong is perfect
SETTINGS: Final = {"standard_errors": 0}  # whoever always does what is suggested can be read


@kernel
def suggest(s: State, o: Options, seat: int, legal: Row, stream: Row) -> int:
    """Return what somebody does who has played a few times."""
    if s.phase == Phase.GUESS:
        return TURN + _closest(s, legal[0] >> TURN, 1 - s.bluffer, stream)
    crowns = (legal[0] >> CROWN) & ALL_LANES
    if crowns:
        return CROWN + _closest(s, crowns, s.bluffer, stream)
    if draw(stream, 2) == 0:
        return HIDE + draw(stream, LANES)
    return HIDE + _closest(s, ALL_LANES, 1 - s.bluffer, stream)


@kernel
def _closest(s: State, lanes: int, seat: int, stream: Row) -> int:
    """Return which of these lanes has the cockroach that a step brings closest to a seat; any of several."""
    towards = 1 if seat == 1 else -1
    best = -1
    reached = 0
    equals = 0
    for lane in range(LANES):
        if (lanes >> lane) & 1 == 0:
            continue
        reaches = s.roach[lane] * towards + (2 if lane == s.queen else 1)
        if best < 0 or reaches > reached:
            best = lane
            reached = reaches
            equals = 1
        elif reaches == reached:
            equals += 1
            if draw(stream, equals) == 0:
                best = lane
    return best

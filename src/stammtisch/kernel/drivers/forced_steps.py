"""The steps that no seat decides, one after another: deals of NATURE, and what TABLE is forced to do."""

from __future__ import annotations

from stammtisch.kernel.bits import count, nth
from stammtisch.kernel.chance import draw
from stammtisch.kernel.compile import entry
from stammtisch.kernel.drivers.placeholders import rules
from stammtisch.kernel.record import Words
from stammtisch.kernel.seats import NATURE, TABLE

STATE = rules.State.dtype
OPTIONS = rules.Options.dtype
FORCED = 1 << NATURE | 1 << TABLE


@entry("int64(int64[::1], int64[::1], int64[::1], int64[::1])")
def carry_on(position: Words, options: Words, deals: Words, legal: Words) -> int:
    """Take these steps until a seat owes a decision or the game is over; return how many there were.

    NATURE draws from the stream `deals`, once for each of its steps, as it does at a table; `legal` is memory.
    """
    s = position.view(STATE)[0]
    o = options.view(OPTIONS)[0]
    steps = 0
    waiting = rules.waiting(s, o) & FORCED
    while waiting != 0:
        seat = NATURE if waiting == 1 << NATURE else TABLE
        rules.legal(s, o, seat, legal)
        rules.apply(s, o, seat, nth(legal, draw(deals, count(legal)) if seat == NATURE else 0))
        steps += 1
        waiting = rules.waiting(s, o) & FORCED
    return steps

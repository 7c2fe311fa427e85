"""Rules of thumb for Gang of Crooks."""

from __future__ import annotations

from stammtisch.games.gang.rules import Options, State
from stammtisch.kernel import Row, kernel
from stammtisch.kernel.bits import count, nth
from stammtisch.kernel.chance import draw


@kernel
def suggest(s: State, o: Options, seat: int, legal: Row, stream: Row) -> int:
    """Return what somebody with some experience would do."""
    return nth(legal, draw(stream, count(legal)))

"""The hints of a game that has none: any legal action, all equally likely."""

from __future__ import annotations

from typing import Any

from stammtisch.kernel.bits import count, nth
from stammtisch.kernel.chance import draw
from stammtisch.kernel.compile import kernel
from stammtisch.kernel.record import Row


@kernel
def suggest(s: Any, o: Any, seat: int, legal: Row, stream: Row) -> int:
    """Draw one of the legal actions."""
    return nth(legal, draw(stream, count(legal)))

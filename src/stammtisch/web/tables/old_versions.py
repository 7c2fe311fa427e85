"""Games that were begun with other rules than today's: nobody can play on, but everybody can read them."""

from __future__ import annotations

from collections.abc import Sequence

from stammtisch.core.step import seat_name
from stammtisch.web.tables.live_table import LiveTable
from stammtisch.web.worker_thread import in_worker_thread


async def bare_lines(room: LiveTable) -> list[str]:
    """Return the steps of a game that the rules of today cannot replay, as they were written down."""
    return await in_worker_thread(_lines, room, await room.store.steps(room.id))


def _lines(room: LiveTable, steps: Sequence[tuple[int, int]]) -> list[str]:
    lines = [f"game {room.saved.game} {room.saved.version}"]
    lines.append("options " + " ".join(f"{name}={value}" for name, value in room.saved.choices.items()))
    for number, (seat, action) in enumerate(steps):
        try:
            text = room.game.notation.write(action)
        except (LookupError, ValueError):  # an action that there is no more
            text = f"{action}"
        lines.append(f"{number:3}  {seat_name(seat):<6}  {text}")
    return lines

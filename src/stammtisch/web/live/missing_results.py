"""Results that are missing: games that an older Stammtisch has finished get theirs in the background, one by one.

Nothing is read at the start of a server, and little at a time later: it goes through the list of tables that are over
in small pieces, and opens only those that have no result. Whoever opens such a table gives it its result, too.
"""

from __future__ import annotations

from contextlib import suppress
from math import inf
from typing import Final

from stammtisch.clock import Clock
from stammtisch.core.game import game_names
from stammtisch.store.contract import Store, Unavailable
from stammtisch.web.event_log import LOG
from stammtisch.web.tables.live_table import LiveTable

_CLAIM: Final = "missing results"
_PAUSE: Final = 2.0  # seconds before each piece, and after each table that was opened
_PIECE: Final = 200  # tables that are over, of which it is asked at once whether they have a result


class MissingResults:
    """Looks once through all tables that are over."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock

    async def catch_up(self) -> None:
        """Go through the list, unless another process does; it ends with the newest table."""
        after = (-inf, "")
        piece_was_full = True
        while piece_was_full:
            await self._clock.sleep(_PAUSE)
            try:
                if not await self._store.claim(_CLAIM):
                    return
                found = await self._store.tables_over(after, _PIECE)
                for one in found:
                    if not one.has_result:
                        await self._open(one.id)
                    after = (one.changed, one.id)
                piece_was_full = len(found) == _PIECE
            except Unavailable:
                continue  # it goes on where it was
        with suppress(Unavailable):  # then nothing is held
            await self._store.release(_CLAIM)

    async def _open(self, table_id: str) -> None:
        """Open a table that is over, which gives it its result if it has one."""
        saved = await self._store.table(table_id)
        if saved is None or saved.game not in game_names():
            return
        try:
            room = LiveTable(self._store, saved, self._clock)
            if not room.readable or not room.record.has_result:
                return
            await room.load()
        except Unavailable:
            raise
        except Exception:  # it is damaged or does not follow the rules: `doctor` says more, and all others go on
            LOG.exception("unreadable")
        await self._clock.sleep(_PAUSE)

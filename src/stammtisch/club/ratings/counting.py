"""Count results: read those that are new, in their order, and keep what they did to ratings.

Any number of servers may do so at any time. Each goes on from where the store says that ratings are; whoever comes
second with the same results keeps nothing, and reads on from there. What ends in between is done again.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from stammtisch.clock import Clock
from stammtisch.club.ratings.moves import all_moves
from stammtisch.ratings.model import VERSION
from stammtisch.store.contract import Store, Unavailable
from stammtisch.store.rating_contract import RatingMove, RatingProgress
from stammtisch.store.result_contract import GameResult

_BATCH: Final = 100  # results that are counted in one transaction
_EVERY: Final = 2.0  # seconds between two looks for results that nobody has counted


async def count_results(store: Store, most: int = _BATCH) -> int:
    """Count the next results, so many at most; how many there were, and 0 if all are counted or a newer model rules."""
    before = await store.rating_progress()
    if before.model > VERSION:
        return 0  # a newer server sees to it
    if before.model < VERSION:
        await store.restart_ratings(before, VERSION)
        before = await store.rating_progress()
    results = await store.results_after(before.counted, most)
    if results and before.model == VERSION:
        await store.keep_ratings(before, results[-1].number, await _moves(store, results))
    return len(results)


async def count_all(store: Store) -> None:
    """Count results until none is left."""
    while await count_results(store):
        pass


async def restart(store: Store) -> RatingProgress:
    """Forget all ratings, and compute them anew from the first result on; return how far they are."""
    before = await store.rating_progress()
    await store.restart_ratings(before, max(VERSION, before.model))
    await count_all(store)
    return await store.rating_progress()


async def _moves(store: Store, results: list[GameResult]) -> list[RatingMove]:
    people = dict.fromkeys(seat.person for result in results if result.rated for seat in result.seats if seat.person)
    standing = [move for person in people for move in await store.ratings_of(person)]
    return list(all_moves(results, standing))


async def moves_at(store: Store, table_id: str) -> dict[str, RatingMove] | None:
    """Return what the game of a table did to ratings, by person; nothing yet, if too many others have to be counted."""
    result = await store.result(table_id)
    if result is None or not result.rated:
        return {}
    await count_results(store)
    if (await store.rating_progress()).counted < result.number:
        return None
    return {move.person: move for move in await store.moves_of_result(result.number)}


class RatingCounter:
    """Counts results in the background of a server: those of other servers, and those that a server left behind."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin, in the loop that runs now."""
        self._task = asyncio.create_task(self._count())

    async def close(self) -> None:
        """End; what was not kept is counted by whoever comes next."""
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _count(self) -> None:
        while True:
            try:
                while await count_results(self._store):
                    pass
            except Unavailable:
                pass  # the next round may have more luck
            except Exception:
                logging.getLogger(__name__).exception("failed")
            await self._clock.sleep(_EVERY)

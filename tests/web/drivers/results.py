"""Results of games that nobody had to play: what is kept of them, without their steps."""

from __future__ import annotations

from stammtisch.store.contract import Store
from stammtisch.store.result_contract import USUAL, GameResult, SeatResult
from tests.store.opened_stores import table


async def add_result(
    store: Store,
    table_id: str,
    *seats: tuple[str, str, int],
    game: str = "duel",
    finished: float = 1e9,
    evening: str = "",
    rated: bool = True,
    kind: str = USUAL,
) -> GameResult:
    """Keep a table that is over and its result: of each seat the person (empty for a bot), the name, and the place."""
    places = [{"person": person, "name": name, "bot": not person} for person, name, _ in seats]
    saved = table(table_id, "over", finished, host=seats[0][0], places=places)
    saved.game = game
    await store.save_table(saved)
    winners = sum(place == 1 for _, _, place in seats)
    sat = tuple(
        SeatResult(person, name, "" if person else "easy", 10 - place, place, (place == 1) / winners)
        for person, name, place in seats
    )
    first = evening or table_id
    result = GameResult(table_id, game, 1, {}, finished, rated=rated, steps=9, seats=sat, evening=first, kind=kind)
    await store.keep_result(result)
    return result

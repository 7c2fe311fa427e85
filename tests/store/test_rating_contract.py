"""Ratings are kept as a whole or not at all, by one of those who compute them, wherever they are kept."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from stammtisch.store.contract import Store
from stammtisch.store.rating_contract import RatingMove, RatingProgress
from tests.store.opened_stores import several, using

NEW = RatingProgress(1, 0)
ANNA = RatingMove(3, "anna", "duel", 2, 1, 1079.3343124983319, 237.09136816935572, 1000.0, 250.0)
BEN = replace(ANNA, person="ben", strength=920.6656875016679)
AGAIN = replace(
    ANNA, number=7, games=2, strength=1100.1, doubt=220.2, strength_before=ANNA.strength, doubt_before=1 / 3
)


async def _begin(store: Store) -> None:
    assert await store.rating_progress() == RatingProgress(0, 0)
    assert await store.restart_ratings(RatingProgress(0, 0), 1)


def test_what_is_kept_is_found_to_the_last_digit(place: str) -> None:
    async def write(store: Store) -> None:
        await _begin(store)
        party = replace(AGAIN, game="party", seats=4)
        assert await store.keep_ratings(NEW, 3, [ANNA, BEN])
        assert await store.keep_ratings(RatingProgress(1, 3), 9, [AGAIN, replace(party, number=8)])

    using(place, write)

    async def read(store: Store) -> dict[str, object]:
        return {
            "progress": await store.rating_progress(),
            "moves": await store.rating_moves(),
            "of the result": await store.moves_of_result(3),
            "of anna": await store.ratings_of("anna"),
            "in duel": await store.ratings_in("duel", 2),
            "in gang": await store.ratings_in("gang", 2),
        }

    party = replace(AGAIN, number=8, game="party", seats=4)
    assert using(place, read) == {
        "progress": RatingProgress(1, 9),
        "moves": [ANNA, BEN, AGAIN, party],
        "of the result": [ANNA, BEN],
        "of anna": [AGAIN, party],
        "in duel": [AGAIN, BEN],
        "in gang": [],
    }


def test_the_order_is_the_same_wherever_they_are_kept(place: str) -> None:
    moves = [replace(ANNA, person=person) for person in ("B", "a", "A", "_b", "Z-", "b")]

    async def write(store: Store) -> tuple[list[str], list[str]]:
        await _begin(store)
        await store.keep_ratings(NEW, 3, moves)
        found = await store.rating_moves(), await store.ratings_in("duel", 2)
        return [one.person for one in found[0]], [one.person for one in found[1]]

    assert using(place, write) == (["A", "B", "Z-", "_b", "a", "b"],) * 2


def test_somebody_who_moves_twice_at_once_stands_where_the_last_move_led(place: str) -> None:
    async def write(store: Store) -> list[RatingMove]:
        await _begin(store)
        assert await store.keep_ratings(NEW, 7, [ANNA, BEN, AGAIN])
        return await store.ratings_in("duel", 2)

    assert using(place, write) == [AGAIN, BEN]


def test_whoever_goes_on_from_an_older_state_keeps_nothing(place: str) -> None:
    async def write(store: Store) -> tuple[object, ...]:
        await _begin(store)
        await store.keep_ratings(NEW, 3, [ANNA])
        late = [await store.keep_ratings(NEW, 3, [BEN]), await store.restart_ratings(NEW, 2)]
        other = await store.keep_ratings(RatingProgress(2, 3), 4, [BEN])
        return late, other, await store.rating_moves(), await store.rating_progress()

    assert using(place, write) == ([False, False], False, [ANNA], RatingProgress(1, 3))


def test_results_may_move_nobody(place: str) -> None:
    async def write(store: Store) -> RatingProgress:
        await _begin(store)
        assert await store.keep_ratings(NEW, 5, [])
        return await store.rating_progress()

    assert using(place, write) == RatingProgress(1, 5)


def test_a_new_model_begins_with_nothing(place: str) -> None:
    async def write(store: Store) -> tuple[object, ...]:
        await _begin(store)
        await store.keep_ratings(NEW, 3, [ANNA, BEN])
        assert await store.restart_ratings(RatingProgress(1, 3), 2)
        return await store.rating_progress(), await store.rating_moves(), await store.ratings_of("anna")

    assert using(place, write) == (RatingProgress(2, 0), [], [])


def test_of_several_servers_that_keep_the_same_at_once_one_does(postgresql: str) -> None:
    async def write() -> tuple[int, list[RatingMove]]:
        async with several(postgresql, 3) as stores:
            await _begin(stores[0])
            kept = await asyncio.gather(*(one.keep_ratings(NEW, 3, [ANNA, BEN]) for one in stores * 4))
            return sum(kept), await stores[1].rating_moves()

    assert asyncio.run(write()) == (1, [ANNA, BEN])


def test_whoever_is_forgotten_is_in_no_rating_and_those_of_others_stay(place: str) -> None:
    async def write(store: Store) -> tuple[object, ...]:
        await _begin(store)
        await store.keep_ratings(NEW, 3, [ANNA, BEN])
        before = await store.rating_progress()
        await store.forget("anna", "gone-x", "Guest", 1.0)
        late = await store.keep_ratings(before, 7, [AGAIN])
        after = await store.rating_progress()
        again = await store.keep_ratings(after, 7, [replace(AGAIN, person="gone-x")])
        return late, again, await store.ratings_of("anna"), await store.rating_moves()

    gone = replace(ANNA, person="gone-x")
    assert using(place, write) == (False, True, [], [BEN, gone, replace(AGAIN, person="gone-x")])

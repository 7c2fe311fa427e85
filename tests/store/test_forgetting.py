"""Forgetting people in the store: all of it or nothing, as often as needed, and not those whom nobody knows."""

from __future__ import annotations

from datetime import date

import pytest

from stammtisch.store.contract import Report, Store
from stammtisch.store.keys import hash_of_person
from stammtisch.store.rating_contract import RatingMove
from tests.store.opened_stores import table, using


def test_forgetting_is_done_again_even_where_results_and_tries_came_in_between(place: str) -> None:
    async def write(store: Store) -> tuple[object, ...]:
        day = date(2026, 11, 18)
        await store.save_person("anna", "Anna")
        seen: list[object] = []
        for number in (1, 2):
            await store.claim_try(day, "duel", "anna", f"t{number}", 1.0)
            before = await store.rating_progress()
            moves = [RatingMove(number, "anna", "duel", 2, number, 1.0, 2.0, 3.0, 4.0)]
            assert await store.keep_ratings(before, number, moves)
            await store.forget("anna", "gone-x", "Guest", 5.0)
            seen.append(await store.half_forgotten())
        await store.end_forgetting("anna")
        tries = [one.person for one in await store.tries(day, "duel")]
        ratings = [move.number for move in await store.ratings_of("gone-x")]
        moves = await store.rating_moves()
        return *seen, await store.half_forgotten(), tries, ratings, [(move.number, move.person) for move in moves]

    both = [(1, "gone-x"), (2, "gone-x")]
    assert using(place, write) == ({"anna": "gone-x"}, {"anna": "gone-x"}, {}, ["gone-x"], [2], both)


def test_nothing_is_forgotten_where_not_all_of_it_can_be(place: str) -> None:
    async def write(store: Store) -> tuple[object, ...]:
        await store.save_person("anna", "Anna")
        with pytest.raises(Exception, match=r"."):
            await store.forget("anna", "gone-x", "Guest", None)  # type: ignore[arg-type]  # a value that no column takes
        return await store.person("anna"), await store.half_forgotten(), await store.forgotten()

    assert using(place, write) == ("Anna", {}, {})


def test_only_those_are_told_who_were_forgotten_lately(place: str) -> None:
    async def write(store: Store) -> list[dict[str, float]]:
        for at, person in enumerate(("anna", "ben", "cleo"), 1):
            await store.forget(person, f"gone-{at}", "Guest", float(at))
        return [await store.forgotten(), await store.forgotten(2.0), await store.forgotten(3.5)]

    everybody = {hash_of_person(person): float(at) for at, person in enumerate(("anna", "ben", "cleo"), 1)}
    later = {person: at for person, at in everybody.items() if at >= 2}
    assert using(place, write) == [everybody, later, {}]


def test_whoever_has_left_a_trace_is_known(place: str) -> None:
    async def write(store: Store) -> list[str]:
        await store.save_person("named", "Anna")
        await store.save_table(table("a", places=[{"person": "sitting", "left": True}]))
        await store.save_chat("a", "talking", "Anna", "hello")
        await store.block("blocking", "blocked")
        await store.save_link("linked", "link", 9.0, 1.0)
        await store.report(Report("a", "telling", "told", "", (), 1.0))
        await store.claim_try(date(2026, 11, 18), "duel", "trying", "a", 1.0)
        people = ("named", "sitting", "talking", "blocking", "linked", "telling", "trying", "nobody")
        return [person for person in people if not await store.is_known(person)]

    assert using(place, write) == ["nobody"]

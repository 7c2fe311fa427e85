"""Tries at deals of the day and their pars, wherever they are kept."""

from __future__ import annotations

import asyncio
from datetime import date, timedelta
from math import inf

from stammtisch.store.contract import Store
from tests.store.opened_stores import table, using
from tests.turned_clock import TurnedClock

DAY = date(2026, 11, 18)


def test_of_all_who_try_a_deal_of_the_day_each_has_one_table_and_the_first_one_counts(place: str) -> None:
    async def write(store: Store) -> tuple[list[str], list[str]]:
        await store.save_person("anna", "Anna")
        await store.save_table(table("a", daily={"day": "2026-11-18", "table": "duel-2026-11-18", "until": 9.0}))
        claimed = await asyncio.gather(*(store.claim_try(DAY, "duel", "anna", one, 2.0) for one in ("a", "b", "c")))
        claimed += [await store.claim_try(DAY, "duel", "tobi", "t", 1.0)]
        claimed += [await store.claim_try(DAY, "gang", "anna", "g", 3.0)]
        return claimed, [one.table for one in await store.tries(DAY, "duel")]

    claimed, tables = using(place, write)
    (first,) = set(claimed[:3])
    assert claimed[3:] == ["t", "g"]
    assert tables == ["t", first]

    async def read(store: Store) -> None:
        (other, one) = await store.tries(DAY, "duel")
        assert (other.name, other.since, other.stage, other.worth) == ("", inf, "", None)
        assert (one.day, one.game, one.person, one.name, one.begun) == (DAY, "duel", "anna", "Anna", 2.0)
        assert one.since > 0
        assert (one.stage, one.worth) == ("running" if first == "a" else "", None)
        assert {found.game for found in await store.tries_of("anna", DAY)} == {"duel", "gang"}
        assert await store.tries_of("anna", DAY + timedelta(days=1)) == []
        assert await store.was_tried("gang", DAY)
        assert not await store.was_tried("party", DAY)
        assert not await store.was_tried("gang", DAY + timedelta(days=1))

    using(place, read)


def test_a_try_is_read_with_what_its_seat_was_worth_and_its_day_if_that_was_in_time(place: str) -> None:
    tried = {"a": 4, "b": 0, "c": -3, "d": None, "e": 1}

    async def write(store: Store) -> tuple[dict[str, int | None], set[date], list[int]]:
        for ago, (name, worth) in enumerate(tried.items()):
            await store.save_table(table(name, daily={"day": "", "table": "", "until": 9.0, "worth": worth}))
            await store.claim_try(DAY - timedelta(days=ago), "duel", "anna", name, 2.0)
        await store.save_table(table("f"))
        await store.claim_try(DAY, "gang", "anna", "f", 2.0)
        await store.claim_try(DAY, "duel", "tobi", "g", 2.0)
        found = await store.tries_of("anna", DAY - timedelta(days=3))
        assert await store.days_played("tobi", DAY) == set()
        await store.save_table(table("h", daily={"day": "", "table": "", "until": 9.0, "worth": 5}))
        await store.claim_try(DAY, "gang", "ben", "h", 2.0)
        players = [await store.count_players(DAY - timedelta(days=ago)) for ago in range(4)]
        return (
            {one.table: one.worth for one in found},
            await store.days_played("anna", DAY - timedelta(days=3)),
            players,
        )

    days = {DAY - timedelta(days=ago) for ago in range(3)}
    assert using(place, write) == ({"a": 4, "b": 0, "c": -3, "d": None, "f": None}, days, [2, 1, 1, 0])


def test_what_was_found_of_a_par_is_replaced_by_what_is_found_next(place: str) -> None:
    async def write(store: Store) -> list[str | None]:
        before = await store.par(DAY, "duel")
        for found in ("{}", '{"replays": 3}'):
            await store.save_par(DAY, "duel", found)
        return [before, await store.par(DAY, "duel"), await store.par(DAY, "gang")]

    assert using(place, write) == [None, '{"replays": 3}', None]


def test_a_new_name_does_not_change_since_when_somebody_is_known(place: str) -> None:
    clock = TurnedClock(1000.0)

    async def write(store: Store) -> float:
        await store.save_person("anna", "Anna")
        clock.jump(500.0)
        await store.save_person("anna", "Änne")
        await store.claim_try(DAY, "duel", "anna", "a", 1.0)
        return (await store.tries(DAY, "duel"))[0].since

    assert using(place, write, clock) == 1000.0


def test_somebody_who_is_forgotten_has_no_name_among_the_tries_and_is_not_known_any_more(place: str) -> None:
    async def write(store: Store) -> list[tuple[str, str, float]]:
        await store.save_person("anna", "Anna")
        await store.claim_try(DAY, "duel", "anna", "a", 1.0)
        await store.forget("anna", "gone-1", "Guest", 2.0)
        return [(one.person, one.name, one.since) for one in await store.tries(DAY, "duel")]

    assert using(place, write) == [("gone-1", "", inf)]

"""Whom somebody may see is asked of the store with a few questions, however many people it is about."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import pytest

from stammtisch.club.audience import ALL, MET, NOBODY, Audience, audience_of, may_see
from stammtisch.store.contract import Store
from stammtisch.store.rating_contract import RatingMove
from stammtisch.store.sql.board import SqlBoard
from stammtisch.store.sql.database import Database
from stammtisch.web.view.club.rating_list import listed_people
from tests.store.opened_stores import using
from tests.store.test_result_contract import finish, result

FAR_MORE = 40_000  # people than a question to SQLite may have parameters


@dataclass
class CountedReads:
    """A database that counts how often it is asked."""

    database: Database
    reads: int = 0

    async def read(self, question: str, *values: object) -> list[Any]:
        """Return the rows of an answer."""
        self.reads += 1
        return await self.database.read(question, *values)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.database, name)


@pytest.mark.parametrize("reader", ["", "anna"])
def test_a_list_of_ratings_asks_no_more_of_the_store_for_many_who_hide_than_for_one(
    reader: str, tmp_path: Path
) -> None:
    moves = [RatingMove(1, f"p{number:03}", "gang", 4, 99, 1000.0, 20.0, 1000.0, 20.0) for number in range(300)]

    async def use(store: Store) -> list[int]:
        for move in moves:
            await store.save_person(move.person, move.person)
        await store.save_shown_to("p000", MET)
        await finish(store, result("t1", "anna", "p001"))
        sql = cast(SqlBoard, store)
        counted = sql._sql = CountedReads(sql._sql)  # how often it is asked is what is tested
        numbers = []
        for some in (moves[:1], moves):
            counted.reads = 0
            assert await listed_people(store, some, reader) == []
            numbers.append(counted.reads)
        return numbers

    one, many = using(str(tmp_path / "house.db"), use)

    assert 0 < many == one < 6


def test_many_people_are_asked_about_at_once(place: str) -> None:
    async def use(store: Store) -> Audience:
        for person in ("anna", "tobi", "zoe"):
            await store.save_person(person, person.title())
        await store.save_shown_to("tobi", ALL)
        people = [f"p{number}" for number in range(FAR_MORE)]
        return await audience_of(store, "anna", [*people, "anna", "tobi", "zoe"])

    audience = using(place, use)

    assert {person: known.name for person, known in audience.shown.items()} == {"anna": "Anna", "tobi": "Tobi"}
    assert (audience.unshown, audience.hidden) == (frozenset({"zoe"}), frozenset())


@pytest.mark.parametrize(
    ("shown_to", "met", "stranger"), [(NOBODY, False, False), (MET, True, False), (ALL, True, True)]
)
def test_people_are_seen_by_whom_they_show_themselves_to(
    shown_to: str,
    met: bool,  # noqa: FBT001  # of a parametrized test
    stranger: bool,  # noqa: FBT001  # as above
    place: str,
) -> None:
    async def use(store: Store) -> list[bool]:
        await store.save_person("anna", "Anna")
        await store.save_shown_to("anna", shown_to)
        await finish(store, result("t1", "anna", "tobi"))
        return [await may_see(store, reader, "anna") for reader in ("anna", "tobi", "zoe", "")]

    assert using(place, use) == [True, met, stranger, stranger]


def test_nobody_is_seen_who_was_blocked_has_blocked_or_is_barred_except_by_themselves(place: str) -> None:
    async def use(store: Store) -> list[list[bool]]:
        for person in ("anna", "tobi", "zoe"):
            await store.save_person(person, person)
            await store.save_shown_to(person, ALL)
        await store.block("anna", "tobi")
        await store.ban("zoe")
        people = ("anna", "tobi", "zoe")
        return [[await may_see(store, reader, person) for person in people] for reader in people]

    assert using(place, use) == [[True, False, False], [False, True, False], [True, True, True]]

"""Keys of a house are changed, and what an old one signed is good for a while."""

from __future__ import annotations

from datetime import date

import pytest

from stammtisch.store.contract import Conflict, Store
from stammtisch.store.keys import (
    FORGOTTEN,
    GRACE,
    SIGNING_KEY,
    KeyRing,
    host_key,
    read_keys,
    rotate_host_key,
    rotate_signing_secret,
)
from tests.store.opened_stores import table, using

NOW = 1_800_000_000.0


def test_keys_are_made_once(place: str) -> None:
    async def read(store: Store) -> tuple[KeyRing, KeyRing]:
        return await read_keys(store, NOW), await read_keys(store, NOW)

    first, second = using(place, read)
    assert first == second
    assert len(first.signing) == 1
    assert len(first.signing[0]) == len(first.host_key) == 32
    assert using(place, host_key) == first.host_key


def test_an_old_signing_secret_is_good_for_400_days(place: str) -> None:
    async def rotate(store: Store) -> list[KeyRing]:
        before = await read_keys(store, NOW)
        await rotate_signing_secret(store, NOW)
        await rotate_signing_secret(store, NOW + 10)
        return [before, *[await read_keys(store, at) for at in (NOW + 20, NOW + GRACE, NOW + GRACE + 10)]]

    before, soon, later, at_last = using(place, rotate)
    assert len(set(soon.signing)) == 3
    assert soon.signing[0] == before.signing[0]
    assert later.signing == soon.signing[1:]
    assert at_last.signing == soon.signing[2:]
    assert {ring.host_key for ring in (soon, later, at_last)} == {before.host_key}
    assert GRACE == 400 * 86400


def test_revoking_ends_all_that_was_signed_before(place: str) -> None:
    async def revoke(store: Store) -> tuple[KeyRing, KeyRing, dict[str, bytes]]:
        await rotate_signing_secret(store, NOW)
        before = await read_keys(store, NOW)
        await rotate_signing_secret(store, NOW, revoke=True)
        return before, await read_keys(store, NOW), await store.secrets()

    before, after, kept = using(place, revoke)
    assert len(before.signing) == 2
    assert len(after.signing) == 1
    assert after.signing[0] not in before.signing
    assert not set(kept.values()) & set(before.signing)


def test_secrets_whose_time_is_over_are_forgotten_with_the_next_rotation(place: str) -> None:
    async def rotate(store: Store) -> int:
        await rotate_signing_secret(store, NOW)
        await rotate_signing_secret(store, NOW + GRACE)
        return len(await store.secrets())

    assert using(place, rotate) == 2


def test_a_new_host_key_is_another_one(place: str) -> None:
    async def rotate(store: Store) -> tuple[KeyRing, KeyRing]:
        before = await read_keys(store, NOW)
        await rotate_host_key(store)
        return before, await read_keys(store, NOW)

    before, after = using(place, rotate)
    assert after.host_key != before.host_key
    assert after.signing == before.signing


def test_of_two_who_rotate_at_once_one_is_told_and_no_secret_is_lost(place: str) -> None:
    async def rotate(store: Store) -> tuple[bytes, KeyRing]:
        (old,) = (await read_keys(store, NOW)).signing
        await rotate_signing_secret(store, NOW)
        with pytest.raises(Conflict):
            await store.change_secret(SIGNING_KEY, old, b"another")
        return old, await read_keys(store, NOW)

    old, ring = using(place, rotate)
    assert ring.signing[0] == old
    assert b"another" not in ring.signing


def test_everybody_is_counted_of_whom_anything_is_kept_and_nobody_twice(place: str) -> None:
    async def count(store: Store) -> list[int]:
        counts = [await store.count_people()]
        for person in ("anna", "ben"):
            await store.save_person(person, "Anna")
            counts.append(await store.count_people())
        places = [{"person": "anna"}, {"person": "cleo"}, {"person": "", "bot": True}, "none"]
        await store.save_table(table("a", places=places))
        await store.save_table(table("b", places="none"))
        counts.append(await store.count_people())
        await store.save_chat("a", "dora", "Guest", "Well?")
        await store.claim_try(date(2026, 11, 19), "duel", "emil", "a", 1.0)
        counts.append(await store.count_people())
        await store.forget("dora", f"{FORGOTTEN}1", "Guest", 1.0)
        return [*counts, await store.count_people()]

    assert using(place, count) == [0, 1, 2, 3, 5, 4]

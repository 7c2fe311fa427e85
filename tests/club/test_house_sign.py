"""The sign of the house: what a notice may hold, and how soon servers know what was put up elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from stammtisch.club.house_sign import LONGEST_NOTICE, NoticeRefused, SignCache, read_notice
from stammtisch.store.contract import HouseSign, Store
from tests.store.opened_stores import using
from tests.turned_clock import TurnedClock


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("", ""),
        (" \r\n\t\n ", ""),
        ("Friday:\r\ngang   at eight", "Friday:\ngang at eight"),
        ("one\n\n\n\ntwo\n\n", "one\n\ntwo"),
        ("see https://example.org/?a=b&c", "see https://example.org/?a=b&c"),
        ("a\u202eb\u200bc\u0007d\ufeffe", "abcde"),
        ("Cafe\u0301", "Café"),
        ("👩\u200d👧", "👩\u200d👧"),
        ("a\u2028b", "a\nb"),
    ],
)
def test_a_notice_is_shown_in_its_lines_without_what_cannot_be_seen(typed: str, shown: str) -> None:
    assert read_notice(typed) == shown


@pytest.mark.parametrize("typed", ["x" * (LONGEST_NOTICE + 1), "x\n" * 13])
def test_a_notice_that_is_too_long_is_refused(typed: str) -> None:
    with pytest.raises(NoticeRefused, match="it may have up to"):
        read_notice(typed)


def test_the_longest_notice_is_taken() -> None:
    assert len(read_notice("x" * LONGEST_NOTICE)) == LONGEST_NOTICE


def test_what_is_put_up_elsewhere_is_known_after_a_moment_and_what_is_put_up_here_at_once(place: str) -> None:
    clock = TurnedClock()

    async def use(store: Store) -> None:
        here, there = SignCache(store, clock), SignCache(store, clock)
        assert await there.sign() == HouseSign()
        await here.name_house("The Crooked Hat")
        await here.post_notice("Friday")
        assert await here.sign() == HouseSign("The Crooked Hat", "Friday", clock.now())
        assert await there.sign() == HouseSign()
        clock.advance(2.1)
        assert await there.sign() == await here.sign()
        await here.post_notice("")
        await here.name_house("")
        assert await here.sign() == HouseSign()

    using(place, use, clock)


def test_while_the_store_is_away_the_sign_stays_as_it_was(tmp_path: Path) -> None:
    clock = TurnedClock()

    async def use(store: Store) -> HouseSign:
        signs = SignCache(store, clock)
        await signs.name_house("The Crooked Hat")
        await store.close()
        clock.advance(2.1)
        return await signs.sign()

    assert using(str(tmp_path / "house.db"), use, clock).name == "The Crooked Hat"

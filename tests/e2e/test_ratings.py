"""The page of ratings in a browser: readable in every size and language, and led to by the end of a game."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from stammtisch.clock import SYSTEM_CLOCK
from stammtisch.core.language import LANGUAGES
from stammtisch.store.open import open_store
from stammtisch.web.http.identity import COOKIE
from stammtisch.web.http.signer import HouseKeys
from tests.e2e.conftest import Shoot, context
from tests.e2e.person import Person, play_on
from tests.e2e.test_pages import faults_of
from tests.waiting import eventually
from tests.web.fixtures.results import add_result

GAMES = 40  # after which a rating with two seats means something


def _play(house: Path, opened: BrowserContext, other: str) -> None:
    """Keep finished duels of whoever has this browser, beside the server that runs."""
    (cookie,) = [one["value"] for one in opened.cookies() if one.get("name") == COOKIE]

    async def keep() -> None:
        store = await open_store(str(house), alone=False)
        try:
            keys = HouseKeys(store, SYSTEM_CLOCK, lambda: None)
            await keys.load()
            person = keys.signer.read_cookie(str(cookie)) or ""
            await store.save_person(person, "Anna")  # as whoever plays has a name
            for number in range(GAMES):
                place = 1 + number % 2
                await add_result(
                    store, f"{other}{number:03}", (person, "Anna", place), (f"{other}person", "Ben", 3 - place)
                )
        finally:
            await store.close()

    with ThreadPoolExecutor(1) as thread:  # this one has a loop of the browser's
        thread.submit(lambda: asyncio.run(keep())).result()


def _listed(anna: Person) -> bool:
    anna.go("/ratings/duel?seats=2")
    return anna.page.locator("tr.mine").count() > 0


@pytest.mark.parametrize(("phone", "dark"), [(False, False), (True, True)], ids=["laptop-day", "phone-evening"])
def test_ratings_can_be_read_everywhere(
    phone: bool,  # noqa: FBT001
    dark: bool,  # noqa: FBT001
    browser: Browser,
    server: str,
    house_file: Path,
    shoot: Shoot,
) -> None:
    opened = context(browser, phone=phone, dark=dark)
    anna = Person(opened, server)
    anna.go("/")
    _play(house_file, opened, "phonephone" if phone else "laptoplapt")
    eventually(lambda: _listed(anna), "a rating")

    for language in LANGUAGES:
        opened.add_cookies([{"name": "lang", "value": language, "url": server}])
        for address in ("/ratings/gang?seats=6", "/me/games", "/ratings/duel"):
            anna.go(address)
            wide = anna.page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
            assert not wide, f"{address} is wider than the screen in {language}"
        shoot(anna.page, f"ratings-{language}-{'phone' if phone else 'laptop'}", whole=True)
    assert faults_of(anna.page) == []
    anna.page.locator('.whose a[href="/ratings/gang"]').focus()
    anna.page.keyboard.press("Enter")
    expect(anna.page.locator('.whose a[aria-current="page"]')).to_have_attribute("href", "/ratings/gang")
    assert anna.troubles == []


@pytest.mark.deep  # tests/web/pages/club plays to such an end without a browser
def test_the_end_of_a_game_leads_to_what_the_rating_means(browser: Browser, server: str, house_file: Path) -> None:
    opened = context(browser)
    anna = Person(opened, server)
    anna.go("/")
    _play(house_file, opened, "endendendend")
    eventually(lambda: _listed(anna), "a rating")
    anna.open_table("duel", "Anna", bots="1")
    anna.arrive()
    play_on([anna])

    told = anna.page.locator(".end-rating")
    expect(told).to_contain_text("Your rating: ")
    told.locator("a").click()
    expect(anna.page.locator("#list")).to_have_text("Cockroach Duel, 2 players")

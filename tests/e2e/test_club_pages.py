"""Pages about a person, and how games end: readable in every light and size, with nothing for axe to find."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest
import requests
from playwright.sync_api import Browser, Page, expect

from stammtisch.club.audience import MET
from stammtisch.club.statistics import summary_text
from stammtisch.core.language import LANGUAGES
from stammtisch.store.contract import Face, Store
from stammtisch.store.keys import read_keys
from stammtisch.web.http.signer import Signer
from tests.e2e.conftest import Shoot, context
from tests.e2e.person import Person
from tests.e2e.test_pages import faults_of, seen_on
from tests.store.opened_stores import using
from tests.waiting import PATIENCE
from tests.web.drivers.program import call
from tests.web.fixtures.results import add_result

ME = "at-club-0"
OTHERS = ("Tobi", "Maximiliane-Alexandra", "Kuno der Zweite")
ENDS = {
    "gang": {"seats": 4, "rounds": 1},
    "party": {"seats": 4},
    "combo": {"seats": 2, "quick": True},
}


@pytest.fixture(scope="module")
def signer(house_file: Path, server: str) -> Signer:
    """Return what signs the cookies of the house, in which Anna has finished a dozen games; `server` has opened it."""
    assert server
    now = time.time()

    async def furnish(store: Store) -> bytes:
        for number, name in enumerate(("Anna", *OTHERS)):
            await store.save_person(f"at-club-{number}", name)
            await store.save_face(f"at-club-{number}", Face(2 + 3 * number, number))
        await store.save_shown_to(ME, MET)
        for number in range(12):
            game = ("duel", "gang", "party", "combo")[number % 4]
            guests = range(1, 2 if game == "duel" else 3 + number % 2)
            seats = [(f"at-club-{guest}", OTHERS[guest - 1], guest + 1 - number % 2) for guest in guests]
            anna = (ME, "Anna", len(guests) + 1 if number % 2 else 1)
            evening = f"at-club-{number - number % 3:04}"
            at = now - number * 4_000
            await add_result(store, f"at-club-{number:04}", anna, *seats, game=game, finished=at, evening=evening)
        found = summary_text({"best": (7, 0.2, 0.65), "worst": (3, 0.5, 0.41)}, (0.5, 0.3))
        await store.save_review("at-club-0001", "summary 0", found)
        return (await read_keys(store, now)).signing[-1]

    with ThreadPoolExecutor(1) as elsewhere:  # in this thread the browser keeps a loop
        return Signer(elsewhere.submit(using, str(house_file), furnish, alone=False).result())


def _as(person: str, signer: Signer, browser: Browser, server: str, *, phone: bool, dark: bool) -> Person:
    """Return somebody of the house at a browser."""
    opened = context(browser, phone=phone, dark=dark)
    opened.add_cookies([{"name": "stammtisch", "value": signer.cookie(person), "url": server}])
    return Person(opened, server)


def _wide_in_any_language(page: Page, server: str) -> list[str]:
    """Return the languages in which a page is wider than the screen."""
    found = []
    for language in LANGUAGES:
        page.context.add_cookies([{"name": "lang", "value": language, "url": server}])
        page.reload()
        if page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"):
            found.append(language)
    page.context.add_cookies([{"name": "lang", "value": "en", "url": server}])
    return [f"wider than the screen in {language}" for language in found]


@seen_on("laptop-evening")
def test_axe_finds_nothing_on_the_pages_about_a_person(
    phone: bool,  # noqa: FBT001
    dark: bool,  # noqa: FBT001
    browser: Browser,
    server: str,
    signer: Signer,
    shoot: Shoot,
) -> None:
    size = f"{'phone' if phone else 'laptop'}-{'evening' if dark else 'day'}"
    anna, tobi = (_as(person, signer, browser, server, phone=phone, dark=dark) for person in (ME, "at-club-1"))
    anna.go("/me/games")
    expect(anna.page.locator(".ended")).to_have_count(12)
    expect(anna.page.locator(".moments")).to_be_visible()
    shoot(anna.page, f"games-{size}", whole=True)
    faults = {"games": faults_of(anna.page) + _wide_in_any_language(anna.page, server)}
    table = anna.open_table("duel", "Anna")
    tobi.go(f"{table}/profile/0")
    expect(tobi.page.locator("h1")).to_contain_text("Anna")
    shoot(tobi.page, f"profile-{size}", whole=True)
    faults["profile"] = faults_of(tobi.page) + _wide_in_any_language(tobi.page, server)
    anna.go("/me")
    anna.page.locator('form[action="/me/link"] button').click()
    link = anna.page.locator(".address input").input_value()
    faults["fresh link"] = faults_of(anna.page)
    other = Person(context(browser, phone=phone, dark=dark), server)
    other.open_table("gang", "Zoé")
    other.go(link)
    faults["another device"] = faults_of(other.page) + _wide_in_any_language(other.page, server)
    shoot(other.page, f"device-{size}", whole=True)
    other.page.locator('form[method="post"].line button').click()
    other.go(link)
    faults["old link"] = faults_of(other.page)

    assert {page: found for page, found in faults.items() if found} == {}
    assert anna.troubles == tobi.troubles == other.troubles == []


def _asked(address: str, path: str, token: str) -> Any:
    headers = {"authorization": f"Bearer {token}"}
    return requests.get(f"{address}/api{path}", headers=headers, timeout=PATIENCE).json()


def _played_to_the_end(address: str, game: str) -> tuple[str, str]:
    """Let a program play a game with bots at random; return who it was, and the table."""
    token, random = call(address, "/people", name="Maximilian Oberhausener")["token"], Random(5)
    options = ENDS[game]
    seats = int(str(options["seats"]))
    table = call(address, "/tables", token, game=game, options=options, bots=seats - 1, level="easy")["id"]
    view = _asked(address, f"/tables/{table}/view", token)
    while view["outcome"] is None:
        if view["legal"]:
            action = random.choice(view["legal"])["action"]
            view = call(address, f"/tables/{table}/act", token, decided=view["decided"], actions=[action])
        else:
            view = _asked(address, f"/tables/{table}/view?after={view['number']}&wait=10", token)
    return _asked(address, "/me/export", token)["id"], f"/t/{table}"


@pytest.mark.parametrize(
    "game", ["party", pytest.param("gang", marks=pytest.mark.deep), pytest.param("combo", marks=pytest.mark.deep)]
)
def test_axe_finds_nothing_at_the_end_of_a_game(
    game: str, browser: Browser, server: str, signer: Signer, shoot: Shoot
) -> None:
    me, table = _played_to_the_end(server, game)
    faults = {}
    for phone, dark in ((True, True), (False, False)):
        anna = _as(me, signer, browser, server, phone=phone, dark=dark)
        anna.go(table)
        anna.arrive()
        expect(anna.page.locator("#end [data-over]")).to_be_visible()
        size = "phone" if phone else "laptop"
        shoot(anna.page, f"end-{game}-{size}", whole=True)
        faults[size] = faults_of(anna.page) + _wide_in_any_language(anna.page, server)
        assert anna.troubles == []

    assert {size: found for size, found in faults.items() if found} == {}

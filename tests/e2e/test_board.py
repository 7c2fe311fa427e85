"""The host puts up a name and a notice, and the board hangs in every light and language: nothing for axe to find."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from stammtisch.club.audience import MET
from stammtisch.core.language import LANGUAGES
from stammtisch.store.contract import Face, Store
from stammtisch.store.keys import read_keys
from stammtisch.web.http.signer import Signer
from tests.e2e.conftest import Shoot, context
from tests.e2e.person import Person
from tests.e2e.test_host_pages import WIDE, key
from tests.e2e.test_pages import faults_of, seen_on
from tests.store.opened_stores import using
from tests.web.fixtures.results import add_result

__all__ = ["key"]  # a fixture
GUESTS = ("Tobi", "Zoé", "Kuno der Zweite", "Maximiliane-Alexandra")


@pytest.fixture(scope="module")
def cookie(house_file: Path, server: str) -> str:
    """Return the cookie of Anna, who has played a week long with others; `server` has opened the house."""
    assert server
    now = time.time()

    async def furnish(store: Store) -> bytes:
        for number, name in enumerate(("Anna", *GUESTS)):
            await store.save_person(f"at-board-{number}", name)
            await store.save_face(f"at-board-{number}", Face(1 + 3 * number, number))
            await store.save_shown_to(f"at-board-{number}", MET)
        for number in range(12):
            game, guests = ("duel", "gang", "party", "combo")[number % 4], range(1, 2 + number % 4)
            seats = [(f"at-board-{guest}", GUESTS[guest - 1], guest + 1) for guest in guests]
            anna = ("at-board-0", "Anna", 1)
            await add_result(store, f"at-board-{number}", anna, *seats, game=game, finished=now - number * 40_000)
        return (await read_keys(store, now)).signing[-1]

    with ThreadPoolExecutor(1) as elsewhere:  # in this thread the browser keeps a loop
        secret = elsewhere.submit(using, str(house_file), furnish, alone=False).result()
    return Signer(secret).cookie("at-board-0")


def _wrong_with(page: Page) -> list[str]:
    return faults_of(page) + ["wider than the screen"] * page.evaluate(WIDE)


@seen_on("phone-day")
def test_the_board_and_its_notice_are_for_everybody(
    phone: bool,  # noqa: FBT001
    dark: bool,  # noqa: FBT001
    browser: Browser,
    server: str,
    key: str,  # the fixture
    cookie: str,
    shoot: Shoot,
) -> None:
    vroni = Person(context(browser, phone=phone, dark=dark), server)
    vroni.go("/host")
    vroni.page.locator('input[name="key"]').fill(key)
    vroni.page.locator("main button.main").click()
    vroni.page.locator('#sign input[name="name"]').fill("Zum Krummen Hut am Rossmarkt")
    vroni.page.locator('#sign form[action="/host/name"] button').click()
    vroni.page.locator('#sign textarea[name="notice"]').fill("Friday at eight: gang.\nBring a friend.")
    vroni.page.locator('#sign form[action="/host/notice"] button').first.click()
    expect(vroni.page.locator(".acts")).to_contain_text("Bring a friend.")
    size = f"{'phone' if phone else 'laptop'}-{'evening' if dark else 'day'}"
    faults = {"host": _wrong_with(vroni.page)}
    anna = Person(context(browser, phone=phone, dark=dark), server)
    anna.page.context.add_cookies([{"name": "stammtisch", "value": cookie, "url": server}])
    anna.go("/")
    expect(anna.page.locator(".slip")).to_contain_text("Friday at eight: gang.")
    faults["start"] = _wrong_with(anna.page)
    anna.page.locator('a[href="/board"]').focus()
    anna.page.keyboard.press("Enter")
    expect(anna.page.locator(".won li")).to_have_count(8)
    expect(anna.page.locator(".streaks .name")).to_contain_text("Anna")
    expect(anna.page.locator(".home")).to_contain_text("Zum Krummen Hut am Rossmarkt")
    faults["board"] = _wrong_with(anna.page)
    for language in LANGUAGES:
        anna.page.context.add_cookies([{"name": "lang", "value": language, "url": server}])
        anna.page.reload()
        shoot(anna.page, f"board-{size}-{language}", whole=True)
        faults[language] = ["wider than the screen"] * anna.page.evaluate(WIDE)
    vroni.page.locator("#sign form:not(:has(textarea)) button.small").click()
    vroni.page.locator('#sign input[name="name"]').fill("")
    vroni.page.locator('#sign form[action="/host/name"] button').click()
    expect(vroni.page.locator(".home")).to_contain_text("Stammtisch")

    assert {name: found for name, found in faults.items() if found} == {}
    assert anna.troubles == vroni.troubles == []

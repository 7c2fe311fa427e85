"""The log of a long game: what was earlier comes on request, by mouse and keyboard, with and without script."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import requests
from playwright.sync_api import Browser, Page, expect

from stammtisch.store.contract import Store
from stammtisch.store.keys import read_keys
from stammtisch.web.http.signer import Signer
from stammtisch.web.view.story import LOG_LINES
from tests.e2e.conftest import Shoot, context
from tests.e2e.person import Person
from tests.e2e.test_pages import faults_of, seen_on
from tests.store.opened_stores import using
from tests.waiting import PATIENCE, eventually
from tests.web.fixtures.long_game import keep_long_game

STEPS = 400
LINES = "#log li, #log .title[data-said], .log-page li, .log-page .title[data-said]"
MISSED = """() => {
  const parts = [...document.querySelectorAll("#log .part")];
  return parts.filter((part) => part.querySelector("li") && !part.querySelector("summary").checkVisibility()
    && !part.open).length;
}"""


def _keep(house_file: Path, rounds: int) -> str:
    """Keep a long game beside the server, and return where its page is."""
    with ThreadPoolExecutor(1) as elsewhere:  # in this thread the browser keeps a loop
        kept = elsewhere.submit(keep_long_game, str(house_file), rounds, until=STEPS, alone=False)
        return f"/t/{kept.result()[0]}"


@pytest.fixture(scope="module")
def table(house_file: Path, server: str) -> str:
    """Return where a game is played that is long already, and waits for its people."""
    assert server
    return _keep(house_file, 12)


def _lines(page: Page) -> list[str]:
    """Return what stands in the log of a page, titles among it."""
    return page.locator(LINES).all_text_contents()


def _whole_log(browser: Browser, server: str, table: str) -> list[str]:
    """Return the log of a whole game, as a browser without script reads it page by page."""
    reader = Person(context(browser, script=False), server)
    reader.go(table)
    lines = _lines(reader.page)
    while (link := reader.page.locator(".earlier a")).count():
        reader.go(str(link.get_attribute("href")))
        lines = _lines(reader.page) + lines
    reader.page.locator(".top a.button", has_text="Back to the table").click()
    expect(reader.page.locator("#play")).to_be_visible()
    return lines


@seen_on("phone-day")
def test_what_was_earlier_is_read_by_keyboard(
    phone: bool,  # noqa: FBT001
    dark: bool,  # noqa: FBT001
    browser: Browser,
    server: str,
    table: str,
    shoot: Shoot,
) -> None:
    vera, name = Person(context(browser, phone=phone, dark=dark), server), f"{'phone' if phone else 'laptop'}"
    page = vera.page
    vera.go(table)
    vera.arrive()
    if phone:
        page.locator('[popovertarget="drawer-log"]').first.click()
    newest = _lines(page)
    page.locator(".earlier a").scroll_into_view_if_needed()
    shoot(page, f"earlier-{name}")
    assert faults_of(page) == []

    page.locator(".earlier a").focus()
    for _ in range(2):
        before = len(_lines(page))
        page.keyboard.press("Enter")
        eventually(lambda: len(_lines(page)) > before, "what was earlier")  # noqa: B023
        expect(page.locator(".earlier a")).to_be_focused()
        assert " – " in page.locator("#heard").inner_text()
    shoot(page, f"earlier-asked-{name}")
    assert faults_of(page) == []
    assert page.evaluate(MISSED) == 0
    while page.locator(".earlier a").count():
        page.keyboard.press("Enter")
        expect(page.locator(".earlier a[aria-busy]")).to_have_count(0)

    expect(page.locator("#log summary").first).to_be_focused()
    lines = _lines(page)
    assert lines == _whole_log(browser, server, table)
    assert lines[-len(newest) :] == newest
    assert len(set(page.locator("#log .title[data-said]").all_text_contents())) > 1
    assert vera.troubles == []


def _play(server: str, house_file: Path, table: str, times: int) -> None:
    """Let the people at a table act so often, each as soon as they are asked."""

    async def secret(store: Store) -> bytes:
        for seat in range(6):
            await store.save_person(f"guest{seat}", f"Guest {seat}")
        return (await read_keys(store, time.time())).signing[-1]

    with ThreadPoolExecutor(1) as elsewhere:  # in this thread the browser keeps a loop
        signer = Signer(elsewhere.submit(using, str(house_file), secret, alone=False).result())
    acted, address = 0, f"{server}/api/tables{table.removeprefix('/t')}"
    while acted < times:
        for seat in range(6):
            carried = {"authorization": f"Bearer {signer.token(f'guest{seat}')}"}
            view = requests.get(f"{address}/view", headers=carried, timeout=PATIENCE).json()
            if view["legal"]:
                act = {"decided": view["decided"], "actions": [view["legal"][0]["action"]]}
                assert requests.post(f"{address}/act", json=act, headers=carried, timeout=PATIENCE).ok
                acted += 1


def test_what_was_asked_for_stays_while_the_game_goes_on(browser: Browser, server: str, house_file: Path) -> None:
    vera, table = Person(context(browser), server), _keep(house_file, 12)
    page = vera.page
    vera.go(table)
    vera.arrive()
    page.locator(".earlier a").click()
    eventually(lambda: len(_lines(page)) > LOG_LINES, "what was earlier")
    before = _lines(page)

    _play(server, house_file, table, 50)  # cards are passed, and most of them played
    eventually(lambda: len(_lines(page)) > len(before) + 20, "what was played")
    assert _lines(page)[: len(before)] == before
    assert page.evaluate(MISSED) == 0

    vera.go(table)
    vera.arrive()
    expect(page.locator(LINES)).to_have_count(LOG_LINES)
    _play(server, house_file, table, 3)
    whole = _whole_log(browser, server, table)
    eventually(lambda: _lines(page) == whole[-LOG_LINES:], "the newest lines, and no others")
    assert page.evaluate(MISSED) == 0
    page.locator(".earlier a").click()
    eventually(lambda: _lines(page) == whole[-2 * LOG_LINES :], "what was earlier")
    assert vera.troubles == []


@pytest.mark.parametrize("phone", [False, True], ids=["laptop", "phone"])
def test_without_script_what_was_earlier_has_a_page_of_its_own(
    phone: bool,  # noqa: FBT001
    browser: Browser,
    server: str,
    table: str,
    shoot: Shoot,
) -> None:
    reader = Person(context(browser, phone=phone, script=False), server)
    reader.go(table)
    address = str(reader.page.locator(".earlier a").get_attribute("href"))
    scripted = Person(context(browser, phone=phone), server)  # axe needs a script
    scripted.go(address)
    shoot(scripted.page, f"earlier-page-{'phone' if phone else 'laptop'}")

    assert faults_of(scripted.page) == []
    scripted.page.locator(".earlier a").click()  # with a script it goes on in place
    eventually(lambda: len(_lines(scripted.page)) > 40, "what was earlier still")
    assert scripted.troubles == reader.troubles == []

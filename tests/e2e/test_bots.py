"""Strong bots at the table: a whole game with hints, and the review afterwards."""

from __future__ import annotations

import re
from contextlib import suppress

import pytest
from playwright.sync_api import Browser, Page, TimeoutError  # noqa: A004  # it is another one

from tests.e2e.conftest import Shoot, context
from tests.e2e.person import Person, play_on
from tests.e2e.test_pages import faults_of
from tests.waiting import eventually

MOST_HINTS = 3
SLOWLY = 240_000  # milliseconds: bots may have to be compiled first, and a review takes its time


def _take_hint(person: Person) -> bool:
    """Ask until the bots have time, at the next decision that is one; whether there was another."""
    page = person.page

    def is_asked() -> bool:
        sight = person.look()
        return sight.over or (sight.turn and page.locator(".asks-hint").count() > 0) or (person.act() and False)

    def is_hinted() -> bool:
        if page.locator(".hinted").count() == 0:
            with suppress(TimeoutError):  # it goes away when the hint is there, perhaps just now
                page.locator(".asks-hint:not([aria-busy])").click(timeout=250)
        return page.locator(".hinted").count() > 0

    eventually(is_asked, "a decision or the end")
    return not person.look().over and eventually(is_hinted, "a hint", 200, every=0.25)


def _wait_for_review(page: Page) -> None:
    page.wait_for_function(
        "() => document.querySelector('.split') && !document.querySelector('[data-again]')", timeout=SLOWLY
    )


@pytest.mark.timeout(400)  # bots may have to be compiled, think, and look at a whole game again
@pytest.mark.parametrize(
    ("game", "options", "phone"),
    [
        pytest.param("gang", {"seats": "3", "rounds": "1", "bots": "2"}, False, id="gang", marks=pytest.mark.deep),
        pytest.param("duel", {"spaces": "1", "bots": "1"}, True, id="duel-phone"),
        pytest.param("party", {"seats": "3", "bots": "2"}, True, id="party-phone", marks=pytest.mark.deep),
        pytest.param("combo", {"seats": "4", "quick": "yes", "bots": "3"}, False, id="combo", marks=pytest.mark.deep),
    ],
)
def test_a_whole_game_against_strong_bots_with_hints_and_a_review(
    game: str,
    options: dict[str, str],
    phone: bool,  # noqa: FBT001
    browser: Browser,
    server: str,
    shoot: Shoot,
) -> None:
    anna = Person(context(browser, phone=phone, dark=not phone), server, 5)
    page = anna.page
    anna.open_table(game, "Anna", **options, level="strong", hints="yes")
    anna.arrive()
    faults: dict[str, list[str]] = {}
    assert "hints on request" in page.locator(".where").inner_text()
    number = 0
    while number < MOST_HINTS and _take_hint(anna):
        number += 1
        eventually(
            lambda: "strong" in page.locator("#seat-1 .state").inner_text(), "the level of a bot that has decided"
        )
        assert 0 < page.locator(".hinted li").count() <= (4 if game == "duel" else 3)  # all that perfect play mixes
        chances = r"Ahead in about \d+ of 100 cases" if game == "gang" else r"Ahead in \d+ of 100 futures"
        assert re.search(chances, page.locator(".hinted").text_content() or "")
        assert page.locator("#seat-0 .hints").inner_text().strip().startswith(str(number))
        faults[f"hint {number}"] = faults_of(page)
        shoot(page, f"hint-{game}-{number}")
        assert anna.act()
        assert page.locator(".hinted").count() == 0

    assert number
    play_on([anna])

    page.locator("[data-over] a", has_text="Review").click()
    page.wait_for_selector("h1")
    faults["waiting for the review"] = faults_of(page)
    _wait_for_review(page)
    page.locator("details.each summary").click()
    faults["review"] = faults_of(page)
    shoot(page, f"review-{game}", whole=True)
    assert not page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
    assert re.search(r"\d", page.locator(".sums b").first.inner_text())
    decisions = page.locator("details.each tbody tr")
    assert decisions.count() > 1
    decisions.first.locator("a").click()
    page.wait_for_url(re.compile(r"/replay\?step=\d+&as=0&better"))
    assert {where: found for where, found in faults.items() if found} == {}
    assert anna.troubles == []


@pytest.mark.timeout(400)
def test_hints_and_reviews_work_with_script_switched_off(browser: Browser, server: str) -> None:
    anna = Person(context(browser, script=False), server, 6)
    page = anna.page
    anna.open_table("duel", "Anna", spaces="1", bots="1", first_bluffer="0", level="easy", hints="yes")
    anna.arrive()

    def is_hinted() -> bool:
        if page.locator(".hinted").count() == 0:
            back = page.locator("main a.button.main")  # the page that says that the bots have no time yet
            (page.locator(".asks-hint") if page.locator(".asks-hint").count() else back).click()
        return page.locator(".hinted").count() > 0

    eventually(is_hinted, "a hint", 200, every=0.2)
    assert page.locator(".hinted li").count() == 4
    for _ in range(500):
        sight = anna.look()
        if sight.over:
            break
        if sight.turn:
            anna.click(anna.random.choice(sight.dos))
        else:
            page.reload()
    page.locator("[data-over] a", has_text="Review").click()
    page.wait_for_selector(".split", timeout=SLOWLY)  # the page comes again by itself

    assert page.locator("svg.curve polyline").count() == 1


def test_the_host_chooses_how_well_each_bot_plays(browser: Browser, server: str) -> None:
    anna = Person(context(browser, phone=True), server)
    anna.open_table("gang", "Anna", bots="2", level="easy")
    page = anna.page
    assert faults_of(page) == []
    assert not page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
    page.get_by_label("How well Resi plays").select_option("strong")
    page.wait_for_selector("text=bot · strong")

    assert page.locator(".places").inner_text().count("bot · easy") == 1
    assert page.get_by_label("How well Resi plays").input_value() == "strong"
    assert anna.troubles == []

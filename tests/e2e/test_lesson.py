"""Somebody who has never been here learns a game with the keys alone, and is told what wins."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from stammtisch.core.words.lesson import read_lesson
from stammtisch.games import combo, duel, gang, party
from tests.e2e.conftest import LAPTOP, context
from tests.e2e.person import Person
from tests.e2e.test_pages import faults_of

MOST_KEYS = 60  # presses of Enter, each of which reads on or decides
WANTED = """() => {
  const focus = document.activeElement;
  const over = document.querySelector("[data-over]") !== null;
  const acts = focus?.matches("#go-on, #play button[name=do]:is([data-needs], :not([aria-disabled=true]))") ?? false;
  return over || acts;
}"""
UNTICKED = '() => document.activeElement?.matches("#play input[name=pick]:not(:checked, [aria-disabled=true])")'
READY = "() => document.querySelector('#go-on, #coach a, [data-turn], [data-over]') !== null"
SHOWN = '() => document.querySelector("#play").textContent + document.querySelectorAll("[data-over]").length'
UNCOVERED = """() => {
  const box = document.getElementById("go-on")?.getBoundingClientRect();
  return box && document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.id === "go-on";
}"""
SAID = '() => document.querySelector("#coach .coach:not(.idle) .said")?.textContent.trim() ?? ""'

BESIDE = """() => {
  const box = (one) => document.querySelector(one).getBoundingClientRect();
  const said = box("#refusal > *"), guide = box("#coach .coach");
  return said.bottom <= guide.top || said.top >= guide.bottom || said.left >= guide.right || said.right <= guide.left;
}"""
HIDDEN = """() => [...document.querySelectorAll(".floor .card, .queue .card")].filter((card) => {
  const box = card.getBoundingClientRect(), middle = box.x + box.width / 2;
  return [box.top + 6, box.top + box.height / 2, box.bottom - 6].some((y) => {
    const there = document.elementFromPoint(middle, y);
    return !there || !(card.contains(there) || there.contains(card)) || there.closest("#coach");
  });
}).map((card) => card.textContent.trim())"""


def _goes_to(page: Page, wanted: str) -> None:
    """Press Tab until something is focused that is wanted."""
    for _ in range(40):
        if page.evaluate(wanted):
            return
        page.keyboard.press("Tab")


def _ticks_what_is_asked_for(page: Page) -> None:
    """Tick as many cards as a decision needs, with Tab and Space."""
    asked = page.locator("#play button[data-needs]:visible")
    if page.locator("#go-on").count() or not asked.count():
        return
    needs = re.split(r"\D", asked.first.get_attribute("data-needs") or "0")[0]  # of "1-3" the least
    for number in range(1, 1 + int(needs)):
        _goes_to(page, UNTICKED)
        page.keyboard.press("Space")
        expect(page.locator("#play input[name=pick]:checked")).to_have_count(number)
    _goes_to(page, "() => document.activeElement?.matches('#play button[data-needs]')")


@pytest.mark.parametrize(
    ("game", "always"),
    [  # what every learner is told; the rest depends on what they play
        pytest.param(duel, ["hello", "ask GUESS", "ask BLUFF"], id="duel"),
        pytest.param(gang, ["hello", "ask PASS", "ask PLAY"], id="gang", marks=pytest.mark.deep),
        pytest.param(party, ["hello", "ask PLAY", "ask TAKE"], id="party", marks=pytest.mark.deep),
        pytest.param(combo, ["hello", "ask START", "ask TURN"], id="combo"),
    ],
)
def test_a_game_is_learned_with_the_keys_alone(game: Any, always: list[str], browser: Browser, server: str) -> None:
    lesson = read_lesson(game, "en")
    assert lesson
    learner = Person(context(browser), server, new=True)
    page = learner.page
    learner.go("/?lang=en")
    page.locator(f'button[formaction="/learn"][value="{game.NAME}"]').focus()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/t/"))
    learner.arrive()
    page.set_viewport_size({"width": 640, "height": 400})  # a laptop at 200 %
    page.wait_for_function(UNCOVERED)  # the question must not cover the way on
    page.set_viewport_size(LAPTOP)
    said, ended = list[str](), False
    for _ in range(MOST_KEYS):
        page.wait_for_function(READY, polling=50)
        if (text := page.evaluate(SAID)) and text not in said:
            said.append(text)
        ended = page.locator("[data-over]").count() > 0 or (lesson.end is not None and lesson.end.text in said)
        if ended:
            break
        _ticks_what_is_asked_for(page)
        _goes_to(page, WANTED)
        before = page.evaluate(SHOWN)
        page.keyboard.press("Enter")
        page.wait_for_function(f"before => ({SHOWN})() !== before", arg=before, polling=50)

    assert {*always} <= {block.title for block in lesson.blocks if block.text in said}
    assert ended
    assert faults_of(page) == []
    assert learner.troubles == []


@pytest.mark.parametrize("phone", [True, False], ids=["phone", "laptop"])
def test_what_is_refused_is_said_beside_the_guide_and_not_over_it(
    phone: bool,  # noqa: FBT001
    browser: Browser,
    server: str,
) -> None:
    learner = Person(context(browser, phone=phone, lang="de"), server, new=True)
    page = learner.page
    learner.go("/?lang=de")
    page.locator('button[formaction="/learn"][value="gang"]').click()
    learner.arrive()
    page.locator("#go-on").click()
    page.locator("#go-on").wait_for(state="detached")
    expect(page.locator("#coach :focus")).to_have_count(0)  # nothing there was chosen
    learner.press('#play button[data-needs="3"]')  # nothing was chosen yet
    lesson = read_lesson(gang, "de")
    refused = lesson and lesson.block("refused")
    assert refused
    page.wait_for_function(f"said => ({SAID})() === said", arg=refused.text)

    expect(page.locator("#refusal")).to_contain_text(re.compile(r"\S"))
    assert page.evaluate(BESIDE)


@pytest.mark.parametrize(
    ("size", "language"),
    [("phone", "fr"), *(pytest.param(*one, marks=pytest.mark.deep) for one in (("phone", "de"), ("laptop", "it")))],
)
def test_what_is_explained_does_not_cover_what_was_turned_up(
    browser: Browser, server: str, size: str, language: str
) -> None:
    learner = Person(context(browser, phone=size == "phone", lang=language), server)
    page = learner.page
    learner.go(f"/?lang={language}")
    page.locator('button[formaction="/learn"][value="party"]').first.click()
    page.wait_for_url(re.compile("/t/"))
    learner.arrive()
    looked, all_said = 0, page.locator('#coach [formaction="/play"]')
    for _ in range(MOST_KEYS):
        page.wait_for_function("() => document.querySelector('#coach [name=block], [data-turn]') !== null", polling=50)
        if all_said.count():
            break
        said = page.evaluate(SAID)
        looked += bool(said) and page.locator(".queue .card:not(.slot, .back)").count() == 4

        assert page.evaluate(HIDDEN) == [], said
        if page.locator("#go-on").count():
            before = page.evaluate(SHOWN)
            page.locator("#go-on").click()
            page.wait_for_function(f"before => ({SHOWN})() !== before", arg=before, polling=50)
        else:
            learner.act()
    assert all_said.count()
    assert looked >= 3
    assert learner.troubles == []

"""Somebody who has never been here learns a game with the keys alone, and is told what wins."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page

from stammtisch.core.words.lesson import read_lesson
from stammtisch.games import duel
from tests.e2e.conftest import LAPTOP, context
from tests.e2e.person import Person
from tests.e2e.test_pages import faults_of

MOST_KEYS = 60  # presses of Enter, each of which reads on or decides
WANTED = """() => {
  const focus = document.activeElement;
  const over = document.querySelector("[data-over]") !== null;
  const acts = focus?.matches("#go-on, #play button[name=do]:not([aria-disabled=true])") ?? false;
  return over || acts;
}"""
SHOWN = '() => document.querySelector("#play").textContent + document.querySelectorAll("[data-over]").length'
UNCOVERED = """() => {
  const box = document.getElementById("go-on")?.getBoundingClientRect();
  return box && document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.id === "go-on";
}"""
SAID = '() => document.querySelector("#coach .coach:not(.idle) .said")?.textContent.trim() ?? ""'


def _goes_to_what_can_be_done(page: Page) -> None:
    """Press Tab until something is focused that reads on or decides."""
    for _ in range(40):
        if page.evaluate(WANTED):
            return
        page.keyboard.press("Tab")


def test_a_game_is_learned_with_the_keys_alone(browser: Browser, server: str) -> None:
    learner = Person(context(browser), server, new=True)
    page = learner.page
    learner.go("/?lang=en")
    page.locator('button[formaction="/learn"][value="duel"]').focus()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/t/"))
    page.set_viewport_size({"width": 640, "height": 400})  # a laptop at 200 %
    page.wait_for_function(UNCOVERED)  # the question must not cover the way on
    page.set_viewport_size(LAPTOP)
    said = list[str]()
    for _ in range(MOST_KEYS):
        page.wait_for_function("() => document.querySelector('#go-on, [data-turn], [data-over]') !== null", polling=50)
        if (text := page.evaluate(SAID)) and text not in said:
            said.append(text)
        if page.locator("[data-over]").count():
            break
        _goes_to_what_can_be_done(page)
        before = page.evaluate(SHOWN)
        page.keyboard.press("Enter")
        page.wait_for_function(f"before => ({SHOWN})() !== before", arg=before, polling=50)
    lesson = read_lesson(duel, "en")

    assert lesson
    told = [block.title for block in lesson.blocks if block.text in said]
    assert told[:2] == ["hello", "ask GUESS"]
    assert "ask BLUFF" in told
    assert page.locator("[data-over]").count()
    assert faults_of(page) == []
    assert learner.troubles == []

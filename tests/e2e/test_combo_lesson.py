"""Somebody learns Combination Race: as suggested, and not at all as suggested."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from stammtisch.core.words.lesson import read_lesson
from stammtisch.games import combo
from tests.e2e.conftest import Shoot, context
from tests.e2e.person import Person, Sight

LOOKS = """() => {
  const shown = (element) => element.checkVisibility() && !element.closest(".quiet")
    && getComputedStyle(element).clipPath === "none";
  const texts = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
  const sticks = (element) => getComputedStyle(element).overflowX !== "visible" && (
    element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 4);
  const table = document.getElementById("table").getBoundingClientRect();
  const glows = [...document.querySelectorAll(".row.ready")].map((row) => row.getBoundingClientRect());
  return {
    said: document.querySelector("#coach .coach:not(.idle) .said")?.textContent.trim() ?? "",
    prompts: document.querySelectorAll("#go-on, #ask .question, #hand .note").length,
    wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    outside: [...document.querySelectorAll("#hand .card")].filter(
      (card) => card.getBoundingClientRect().right > innerWidth || card.getBoundingClientRect().left < 0).length,
    cut: [...document.querySelectorAll(".top *, #ask *, #coach *, .board *, .below *")].filter(
      (element) => shown(element) && texts(element) && sticks(element)).map((element) => element.textContent.trim()),
    hidden: glows.filter((row) => row.top < table.top || row.bottom > table.bottom + 1).length,
    other: [...document.querySelectorAll(".mini, .shown li")].filter((one) => innerWidth > 899 && shown(one)
      && one.getBoundingClientRect().bottom > table.bottom + 1).length,
    wordless: [...document.querySelectorAll("#coach .speech")].filter(
      (one) => innerWidth > 899 && !one.querySelector(".said")?.checkVisibility()).length,
  };
}"""
READY = "() => document.querySelector('#go-on, #coach a, [data-turn], [data-over]') !== null"
MOST = 60  # things that are read or decided

Choice = tuple[list[str], str]  # boxes that are ticked, and the button that is pressed


def _follows(sight: Sight) -> Choice:
    """Do what the lesson suggests: take sevens, lay what can be laid, exchange where nothing can."""
    rows = [do for do in sight.dos if do.startswith("into")]
    if "g7" in sight.dos:
        return [], "g7"
    if rows and "draw" not in sight.dos:
        return [], rows[0]
    if "exchange" in sight.dos and "draw" not in sight.dos:
        return sight.boxes[:1], "exchange"
    return _anything(sight)


def _refuses(sight: Sight) -> Choice:
    """Take anything but sevens, and never lay or exchange anything."""
    boxes = [box for box in sight.boxes if not box.endswith("7")]
    if "t1" in boxes:
        return ["t1", "s1", "s2"], ""
    if "done" in sight.dos:
        return [], "done"
    return _anything(Sight(**vars(sight) | {"boxes": boxes, "dos": [do for do in sight.dos if not do.endswith("7")]}))


def _anything(sight: Sight) -> Choice:
    if "u1" in sight.boxes:
        return ["u1", "t1", "s1"], ""
    if "draw" in sight.dos:
        return [], "draw"
    if "" in sight.dos:
        needs = next(need for need in sight.needs if need)
        return sight.boxes[: int(re.split(r"\D", needs)[0])], ""
    return [], sight.dos[0]


def _go_on(page: Page, learner: Person, choose: Callable[[Sight], Choice]) -> None:
    """Read on, or decide where nothing is left to be read."""
    if page.locator("#go-on").count():
        before = page.locator("#coach").inner_text()
        page.locator("#go-on").click()
        page.wait_for_function("before => document.getElementById('coach').innerText !== before", arg=before)
        return
    sight = learner.look()
    if not sight.turn:
        return  # others have moved meanwhile
    boxes, do = choose(sight)
    for box in boxes:
        page.locator(f'#play label:has(input[name="pick"][value="{box}"])').click(position={"x": 8, "y": 12})
    learner.click(do)
    page.wait_for_function("before => document.querySelector('[name=decided]').value !== before", arg=sight.decided)


@pytest.mark.parametrize(
    ("choose", "language", "phone"),
    [
        pytest.param(_follows, "de", True, id="as-suggested-phone"),
        pytest.param(_refuses, "fr", True, id="otherwise-phone"),
        pytest.param(_refuses, "it", False, id="otherwise-laptop"),
    ],
)
def test_a_lesson_comes_to_its_end_and_nothing_is_cut(
    choose: Callable[[Sight], Choice],
    language: str,
    phone: bool,  # noqa: FBT001
    browser: Browser,
    server: str,
    shoot: Shoot,
) -> None:
    lesson = read_lesson(combo, language)
    assert lesson
    assert lesson.end
    learner = Person(context(browser, phone=phone, lang=language, dark=language == "fr"), server, new=True)
    page = learner.page
    learner.go(f"/?lang={language}")
    page.locator('button[formaction="/learn"][value="combo"]').click()
    page.wait_for_url(re.compile("/t/"))
    learner.arrive()
    said, faults = list[str](), dict[int, dict[str, Any]]()
    for number in range(MOST):
        page.wait_for_function(READY, polling=50)
        seen = page.evaluate(LOOKS)
        shoot(page, f"combo-lesson-{language}-{number}")
        said.append(seen.pop("said"))
        fault = {name: value for name, value in seen.items() if value and name != "prompts"}
        if fault or seen["prompts"] > 1:
            faults[number] = seen
        if said[-1] == lesson.end.text:
            break
        _go_on(page, learner, choose)

    told = [block.title for block in lesson.blocks if block.text in said]
    assert said[-1] == lesson.end.text
    assert ("ask THEN" in told) is (choose is _refuses)
    assert ("saw laid" in told) is (choose is _follows)
    assert faults == {}
    assert learner.troubles == []

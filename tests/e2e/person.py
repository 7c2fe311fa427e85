"""Somebody at a browser, who finds what to click as a person would: by looking at what the page offers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from random import Random
from typing import Any

from playwright.sync_api import BrowserContext, Error, Page

from stammtisch.core.game import game_names
from tests.waiting import eventually

LOOK = """() => {
  const buttons = [...document.querySelectorAll('#play button[name="do"]')].filter(
    (button) => button.checkVisibility() && (!button.hasAttribute("aria-disabled") || button.dataset.needs));
  const boxes = [...document.querySelectorAll('#play input[name="pick"]:not([aria-disabled])')];
  return {
    over: document.querySelector("[data-over]") !== null,
    turn: document.querySelector("[data-turn]") !== null,
    decided: document.querySelector("[name=decided]")?.value ?? "",
    needs: buttons.map((button) => button.dataset.needs ?? ""),
    rows: buttons.flatMap((button, index) => button.value.includes(",") ? [index] : []),
    dos: buttons.map((button) => button.value),
    flat: buttons.filter((button) => !button.offsetWidth || !button.offsetHeight).map((button) => button.value),
    boxes: boxes.map((box) => box.value),
  };
}"""

AWAKE = """() => !document.documentElement.classList.contains("script")
  || document.getElementById("ask")?.dataset.html !== undefined"""
PRESSED = """selector => {
  const there = [...document.querySelectorAll(selector)].find((one) => one.checkVisibility());
  there?.click();
  return there !== undefined;
}"""
SETTLED = "() => document.querySelector('[data-turn]') && document.querySelectorAll('.seat.asked').length <= 1"
FONTS = "() => Promise.all([...document.fonts].map((font) => font.load())).then((fonts) => fonts.length)"
NAVIGATED = "Execution context was destroyed"  # what Playwright says of a page that went while it was asked


@dataclass(frozen=True)
class Sight:
    """What a page offers at one glance."""

    over: bool
    turn: bool
    decided: str
    needs: list[str]  # by button: how many boxes must be ticked for it
    rows: list[int]  # buttons that take a whole row of choices, such as a combination
    dos: list[str]  # by button: what it does
    flat: list[str]  # of these: what is too thin to be hit
    boxes: list[str]


class Person:
    """A person with a page, who knows what wins at our games unless they are new here."""

    def __init__(self, context: BrowserContext, server: str, seed: int = 1, *, new: bool = False) -> None:
        if not new:
            context.add_cookies([{"name": "goals", "value": ".".join(game_names()), "url": server}])
        self.page: Page = context.new_page()
        self.server = server
        self.random = Random(seed)
        self.troubles: list[str] = []
        self.page.on("pageerror", lambda error: self.troubles.append(str(error)))
        self.acts: list[str | bytes] = []  # what the page has sent over sockets
        self.page.on("websocket", lambda socket: socket.on("framesent", self._note_act))
        self.page.on("response", lambda answer: self.troubles.append(answer.url) if answer.status >= 500 else None)

    def _note_act(self, message: str | bytes) -> None:
        self.acts.append(message)

    def go(self, address: str) -> None:
        """Open a page of the server."""
        self.page.goto(self.server + address if address.startswith("/") else address)

    def open_table(self, game: str, name: str, **options: str) -> str:
        """Open a table through its form, and return its address."""
        self.go(f"/new/{game}")
        self.page.locator('main input[name="name"]').fill(name)
        while (more := self.page.locator("main details:not([open]) > summary")).count():
            more.first.click()
        for option, value in options.items():
            called = option if option in ("bots", "level", "hints", "pace") else f"o-{option}"
            field = self.page.locator(f'main [name="{called}"]').first
            if field.evaluate("field => field.tagName") == "SELECT":
                field.select_option(value)
            elif field.get_attribute("type") == "radio":
                self.page.locator(f'main label:has([name="{called}"][value="{value}"])').click()
            elif field.get_attribute("type") == "checkbox":
                field.set_checked(value == "yes")
            else:
                field.fill(value)
        self.page.locator("main form button.main").last.click()
        self.page.wait_for_url(re.compile("/t/"))
        return self.page.url

    def sit(self, table: str, name: str) -> None:
        """Follow an invitation: give a name and sit down, then say that one is ready."""
        self.go(table)
        form = self.page.locator('form[action$="/sit"]').first
        form.locator('input[name="name"]').fill(name)
        form.locator("button").click()
        ready = self.page.locator('form[action$="/ready"] button').first
        ready.wait_for()
        with self.page.expect_navigation():  # until the page that follows is loaded: its script is awake
            ready.click()

    def begin(self) -> None:
        """Begin the game that one has opened."""
        self.page.reload()
        self.page.locator('form[action$="/begin"] button').click()
        self.arrive()

    def arrive(self) -> None:
        """Wait until the game is there and has come over the socket once, which puts every part of the page anew."""
        self.page.wait_for_selector("#play")
        self.page.wait_for_load_state()
        eventually(lambda: self._evaluate(AWAKE), "the first news over the socket")

    def settle(self) -> None:
        """Wait until one is asked and nobody else is, and until every font is there: nothing changes by itself then."""
        self.page.wait_for_function(SETTLED)
        self.page.evaluate(FONTS)

    def press(self, selector: str) -> None:
        """Press the first control of a kind, even if it is quiet.

        A mouse goes down and up: what is put anew in between, or moves away, is not clicked.
        """
        self.page.wait_for_function(PRESSED, arg=selector)

    def look(self) -> Sight:
        """Take in what the page shows and offers, after it has become another one if it does just now."""
        return Sight(**eventually(lambda: self._evaluate(LOOK), "a page that stays"))

    def _evaluate(self, asked: str) -> Any:
        """Return what the page answers, or None if it becomes another one meanwhile."""
        try:
            return self.page.evaluate(asked)
        except Error as error:
            if NAVIGATED not in error.message:
                raise
            return None

    def click(self, do: str) -> None:
        """Click the button that does something; others may decide meanwhile and change the page around it."""
        self.page.locator(f'#play button[name="do"][value="{do}"] >> visible=true').first.click()

    def act(self) -> bool:
        """Take one decision if one is asked for; whether it was."""
        sight = self.look()
        if sight.over or not sight.turn or not sight.needs:
            return False
        assert not sight.flat, f"buttons without any size: {sight.flat}"
        index = sight.rows[0] if sight.rows else self.random.randrange(len(sight.needs))
        if sight.needs[index]:
            needed = int(re.split(r"\D", sight.needs[index])[0])
            opening = all(re.fullmatch(r"\w[12]", box) for box in sight.boxes)  # first stones: level 2 comes after 1
            boxes = [box for box in sight.boxes if not (opening and box.endswith("2"))]
            for box in self.random.sample(boxes if len(boxes) >= needed else sight.boxes, needed):
                picked = self.page.locator(f'#play label:has(input[name="pick"][value="{box}"])')
                picked.click(position={"x": 8, "y": 12})
        self.click(sight.dos[index])
        self.page.wait_for_function(
            "before => document.querySelector('[data-over]')"
            " || document.querySelector('[name=decided]')?.value !== before"
            " || document.querySelector('#refusal')?.textContent.trim()",
            arg=sight.decided,
        )
        assert not self.page.locator("#refusal").inner_text().strip(), self.page.locator("#refusal").inner_text()
        return True


def play_on(people: list[Person], seconds: float = 300.0) -> None:
    """Let people play until all of them see the end."""

    def all_see_the_end() -> bool:
        acted = [person.act() for person in people]
        return not any(acted) and all(person.look().over for person in people)

    eventually(all_see_the_end, "the end of the game", seconds)

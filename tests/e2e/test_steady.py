"""What stays as it is whoever acts: the board in its place, and the focus of whoever plays by keyboard."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.conftest import context
from tests.e2e.person import Person
from tests.waiting import eventually

FOCUS = """decided => {
  const may = "button[name=do]:not([aria-disabled], [data-needs])";
  const places = ["#hand", "#table"].map((place) => [...document.querySelectorAll(`${place} ${may}`)]);
  return document.querySelector("[data-turn]") && document.querySelector("[name=decided]").value === decided
    && document.activeElement === places.flat().find((one) => one.checkVisibility());
}"""


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("gang", {"seats": "3", "bots": "2", "rounds": "1"}),
        ("party", {"seats": "3", "bots": "2"}),
        ("duel", {"bots": "1", "spaces": "6", "first_bluffer": "0"}),
    ],
    ids=["gang", "party", "duel"],
)
def test_whoever_plays_by_keyboard_is_led_to_the_first_thing_that_may_be_done(
    game: str, options: dict[str, str], browser: Browser, server: str
) -> None:
    anna = Person(context(browser), server)
    anna.open_table(game, "Anna", **options)
    anna.arrive()
    eventually(anna.act, "the first decision")
    for decided in ("1", "2", "3"):
        anna.page.wait_for_function(FOCUS, arg=decided)
        anna.page.keyboard.press("Enter")

    said = anna.page.locator(".say input[name=said]")
    said.focus()
    eventually(lambda: anna.look().turn, "the next decision")
    expect(said).to_be_focused()
    assert anna.troubles == []


WATCHED = """() => {
  window.places = [];
  const look = () => {
    const boxes = ["table", "ask"].map((id) => document.getElementById(id).getBoundingClientRect());
    places.push(boxes.flatMap((box) => [box.top, box.height]));
    requestAnimationFrame(look);
  };
  look();
}"""  # where the board and the question are, in every picture that is drawn
MOVED = """() => places[0].map((_, index) => {
  const all = places.map((one) => one[index]);
  return Math.round(Math.max(...all) - Math.min(...all));
})"""
PIXEL = 1  # by so much may what is drawn in fractions of pixels be off


@pytest.mark.parametrize(
    ("game", "lang", "options"),  # so long that it cannot be over after so many decisions
    [("duel", "fr", {"spaces": "6"}), ("combo", "de", {"seats": "2", "first": "0"})],
    ids=["duel", "combo"],
)
def test_the_board_stays_where_it_is_whoever_is_asked(
    game: str, lang: str, options: dict[str, str], browser: Browser, server: str
) -> None:
    anna = Person(context(browser, phone=True, lang=lang), server)
    anna.open_table(game, "Anna", bots="1", **options)
    anna.arrive()
    anna.settle()
    anna.page.evaluate(WATCHED)
    for _ in range(5):
        eventually(anna.act, "a decision")
        eventually(lambda: anna.look().turn, "the next decision")

    assert max(anna.page.evaluate(MOVED)) <= PIXEL
    assert anna.troubles == []

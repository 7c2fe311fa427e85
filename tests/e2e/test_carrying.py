"""Stones of Combination Race are carried onto rows by mouse; the table stays as it is, whatever can be laid."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page

from stammtisch.testing.walk import view_of
from stammtisch.web.tables.record import Place
from stammtisch.web.view.render import regions
from stammtisch.web.view.scene import Scene
from tests.e2e.conftest import Shoot, context
from tests.e2e.person import Person
from tests.games.combo.arrange import combo

DRAWN = """regions => {
  for (const [id, html] of Object.entries(regions)) document.getElementById(id).innerHTML = html;
  const box = (one) => document.querySelector(one).getBoundingClientRect();
  const within = (inner, outer) => inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1
    && inner.left >= outer.left - 1 && inner.right <= outer.right + 1;
  const meet = (one, other) => one.left < other.right && other.left < one.right && one.top < other.bottom - 1
    && other.top < one.bottom - 1;
  const shown = (all) => [...document.querySelectorAll(all)].filter((one) => one.checkVisibility());
  const place = (one) => [box(one).top, box(one).height].map(Math.round).join();
  const look = () => ({
    places: ["#table", "#ask", ".board", ".bench"].map(place),
    cards: shown("#hand .pick .card").length,
    covered: shown("#hand .pick .card").filter((card) => shown(".below button, .wish").some(
      (one) => meet(card.getBoundingClientRect(), one.getBoundingClientRect()))).length,
    cut: shown(".board .worth :is(b, small)").filter((words) => !within(words.getBoundingClientRect(),
      words.closest(".row").getBoundingClientRect()) || words.scrollWidth > words.clientWidth + 1
      && getComputedStyle(words).display !== "inline").length,
    wishes: shown(".wish").length,
    main: shown("#hand .thumb .main").map((button) => button.value),
    wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  });
  const before = look();
  for (const box of [...document.querySelectorAll("#hand [name=pick]")].slice(0, 4)) box.click();
  return [before, look()];
}"""  # before and after four cards are ticked
DRAWING = "0: draw | 0: y11"


def carry(page: Page, thing: Locator, place: Locator) -> None:
    """Carry something to a place."""
    start, end = thing.bounding_box(), place.bounding_box()
    assert start
    assert end
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + 40, end["y"] + end["height"] / 2, steps=4)
    page.mouse.up()


def test_stones_are_carried_onto_rows(browser: Browser, server: str) -> None:
    anna = Person(context(browser), server)
    anna.open_table("combo", "Anna", seats="2", bots="1", first="0")
    anna.arrive()
    page, board = anna.page, anna.page.locator(".board")
    high = board.bounding_box()
    supply, pile, display = page.locator("[data-supply] .stone"), page.locator(".r-pile"), page.locator(".r-display")
    for place in (pile, pile, display):
        carry(page, supply.last, place)

    assert [box.is_checked() for box in pile.locator("input").all()] == [True, True]
    assert [box.is_checked() for box in display.locator("input").all()] == [True, False]
    assert page.locator("[data-supply] .spent").count() == 3
    page.locator("#hand .main").click()
    page.locator(".drags .stone").first.wait_for()
    assert pile.locator(".full .stone").count() == 2

    carry(page, page.locator(".drags .stone").first, pile)  # three cards are no full house
    page.locator("#refusal p").wait_for()
    assert "A full house is three cards of one value and two of another" in page.locator("#refusal").inner_text()
    assert board.bounding_box() == high, "the board has not moved"
    assert anna.troubles == []


def _turn(hand: str, board: str) -> dict[str, str]:
    """Return what a page shows of a quick game in which seat 0 has drawn."""
    table = combo(f"0: {hand}", f"0: {board}", quick=True, display="y11", pile="y13 r10", play=DRAWING)
    table.carry_on()
    view: Any = view_of(table.rules, table.position, table.options, 0)
    names = ("Anna", "Resi")
    places = [Place(name=name) for name in names]
    scene = Scene(table.game, table.options, view, 0, "en", places, names, hinting=True)
    return {name: html for name, html in regions(scene).items() if name in ("table", "hand", "ask")}


@pytest.mark.parametrize("phone", [False, True], ids=["laptop", "phone"])
def test_a_table_stays_as_it_is_when_four_of_a_kind_can_be_laid(
    phone: bool,  # noqa: FBT001
    browser: Browser,
    server: str,
    shoot: Shoot,
) -> None:
    anna = Person(context(browser, phone=phone), server)
    anna.open_table("combo", "Anna", seats="2", bots="1", quick="yes", first="0")
    anna.arrive()
    nothing, _ = anna.page.evaluate(DRAWN, _turn("r1 y3 g5 b8", "t3 s1 u1 c1 a2"))
    shoot(anna.page, f"combo-nothing-{phone}")
    four, ticked = anna.page.evaluate(DRAWN, _turn("rygb4", "t3 s1 u1 c1 a2"))
    shoot(anna.page, f"combo-four-{phone}")

    assert four["places"] == ticked["places"] == nothing["places"]
    assert [one["cut"] + one["covered"] + one["wide"] for one in (nothing, four, ticked)] == [0, 0, 0]
    assert [one["cards"] for one in (nothing, four, ticked)] == [nothing["cards"]] * 3
    assert (nothing["wishes"], four["wishes"], ticked["wishes"]) == (0, 0, 1), "only ticked cards have something to ask"
    assert nothing["main"] == ["exchange"]
    assert four["main"] == [], "the combination is the main thing"
    assert anna.troubles == []

"""Stones of Combination Race are carried onto rows by mouse; a row that cannot take them says why."""

from __future__ import annotations

from playwright.sync_api import Browser, Locator, Page

from tests.e2e.conftest import context
from tests.e2e.person import Person


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

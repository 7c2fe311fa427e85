"""The way to a table, at a browser: what is chosen is said, and what is typed is kept."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.e2e.conftest import context
from tests.e2e.person import Person


def test_what_is_chosen_is_said_and_a_name_is_kept_before_anything_is_sent(browser: Browser, server: str) -> None:
    anna = Person(context(browser), server)
    anna.go("/")
    card = anna.page.locator(".game.gang")
    card.locator(".planned").click()
    card.get_by_label("four rounds").check(force=True)
    card.get_by_label("6", exact=True).check(force=True)
    expect(card.locator(".planned span").first).to_have_text("four rounds · 6 players · bots: easy")
    anna.page.keyboard.press("Escape")
    anna.page.locator('.who input[name="name"]').fill("Anna")
    with anna.page.expect_response("**/me"):
        anna.page.locator("h1").click()
    anna.go("/new/gang")

    expect(anna.page.locator('main input[name="name"]')).to_have_value("Anna")


def test_no_more_bots_are_offered_than_there_are_seats_for(browser: Browser, server: str) -> None:
    anna = Person(context(browser, phone=True), server)
    anna.go("/new/gang")
    seats, bots = (anna.page.locator(f'[name="{name}"]') for name in ("o-seats", "bots"))
    seats.nth(3).check(force=True)
    bots.nth(5).check(force=True)
    seats.nth(0).check(force=True)

    assert [box.is_visible() for box in bots.locator("xpath=..").all()] == [True, True, True, False, False, False]
    expect(bots.nth(2)).to_be_checked()

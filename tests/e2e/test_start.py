"""The way to a table, at a browser: what is chosen is said, and what is typed is kept."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from stammtisch.web.static_files import address as address_of_files
from tests.e2e.conftest import context
from tests.e2e.person import Person


def test_what_is_chosen_is_said_and_a_name_is_kept_before_anything_is_sent(browser: Browser, server: str) -> None:
    anna = Person(context(browser), server)
    anna.go("/")
    card = anna.page.locator(".game.gang")
    card.locator(".planned").click()
    card.get_by_label("four rounds").check(force=True)
    card.get_by_label("6", exact=True).check(force=True)
    expect(card.locator(".planned span").first).to_have_text("four rounds, 6 players, bots: easy")
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


def test_sound_is_on_after_the_first_touch_and_one_switch_in_sight_ends_it(browser: Browser, server: str) -> None:
    anna = Person(context(browser, phone=True), server)
    anna.page.add_init_script(
        "window.heard = 0; const Real = AudioContext;"
        "window.AudioContext = class extends Real { constructor() { super(); window.heard += 1; } };"
    )
    anna.go("/")
    anna.page.locator('button[name="game"][value="duel"]').first.click()
    anna.arrive()
    switch = anna.page.locator(".top .sounds input")
    sound = f"import('{address_of_files()}client/sound.js')"  # the one that the page has
    play = sound + ".then((sound) => { sound.play('knock'); return window.heard; })"

    expect(switch).to_be_checked()
    switch.uncheck(force=True)
    assert anna.page.evaluate(play) == 0, "it is switched off"
    anna.page.reload()
    expect(switch).not_to_be_checked()
    switch.check(force=True)
    assert anna.page.evaluate(play) == 1


def test_paper_falls_for_the_winner_alone_and_not_where_nothing_is_to_move(browser: Browser, server: str) -> None:
    moving = browser.new_context(reduced_motion="no-preference")
    celebrate = f"import('{address_of_files()}client/celebration.js').then((one) => one.celebrate())"
    ended = "won => { document.body.innerHTML = `<div id=end><p class='end-mine ${won}'></p></div>`; }"
    for opened, won, falls in ((moving, "end-won", 1), (moving, "", 0), (context(browser), "end-won", 0)):
        anna = Person(opened, server)
        anna.go("/me")
        anna.page.evaluate(ended, won)
        anna.page.evaluate(celebrate)

        assert anna.page.locator(".confetti").count() == falls

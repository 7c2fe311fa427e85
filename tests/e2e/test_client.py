"""What the page's own client does: talk, connections that break, names half typed, clicks that come twice."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Request, expect

from tests.e2e.conftest import context
from tests.e2e.person import Person
from tests.waiting import eventually

AVAILABILITY = '#play button[name="do"]:not([aria-disabled])'

# What came from the server, and not from what the browser has kept.
_FETCHED = """() => performance.getEntriesByType("resource")
  .filter((file) => file.name.includes("/static/") && file.transferSize > 0).map((file) => file.name)"""


def two_at_a_table(browser: Browser, server: str, **fields: str) -> tuple[Person, Person]:
    """Let Anna and Tobi begin a duel; return first whoever is asked."""
    anna, tobi = Person(context(browser), server, 1), Person(context(browser), server, 2)
    tobi.sit(anna.open_table("duel", "Anna", spaces="2", **fields), "Tobi")
    anna.begin()
    tobi.arrive()
    anna.page.wait_for_selector("#ask .ask")
    return (anna, tobi) if anna.look().turn else (tobi, anna)


def say(person: Person, words: str) -> None:
    """Say something at the table, and see it there."""
    person.page.locator(".say input[name=said]").fill(words)
    person.page.keyboard.press("Enter")
    expect(person.page.locator("#chat")).to_contain_text(words)


def test_what_one_says_is_written_and_floats_in_the_other_browser(browser: Browser, server: str) -> None:
    one, other = two_at_a_table(browser, server)

    say(one, "That was close <b>!")

    expect(other.page.locator(".bubble")).to_have_text("That was close <b>!")
    expect(other.page.locator("#chat li")).to_have_text(re.compile("^(Anna|Tobi) That was close <b>!$"))
    expect(one.page.locator(".say input[name=said]")).to_have_value("")
    assert one.troubles == other.troubles == []


def test_of_a_page_that_is_opened_again_no_file_is_asked_for_again(browser: Browser, server: str) -> None:
    anna = Person(context(browser), server)
    fetched = list[list[str]]()
    for path in ("/", "/me", "/"):
        anna.go(path)
        anna.page.wait_for_load_state("networkidle")  # a file on its way would be cut off, and asked for again
        fetched.append(anna.page.evaluate(_FETCHED))

    assert any(address.endswith("/theme.css") for address in fetched[0])
    assert fetched[2] == []
    assert anna.troubles == []


def test_a_countdown_goes_on_whatever_the_wall_clock_of_the_device_says(browser: Browser, server: str) -> None:
    one, _ = two_at_a_table(browser, server, pace="slow")
    clock, days = one.page.locator("#ask .clock"), re.compile("^[23] d$")
    expect(clock).to_have_text(days)

    one.page.evaluate("() => { const now = Date.now; Date.now = () => now() + 3 * 86400 * 1000; }")
    clock.evaluate("clock => { clock.textContent = ''; }")

    expect(clock).to_have_text(days)  # it was written anew
    assert one.troubles == []


# Whatever clock is drawn is made older once: news may draw another in its place.
_TWO_MINUTES_LATER = """() => {
  const clock = document.querySelector(".seat.asked .clock");
  if (!clock.dataset.older) { clock.dataset.older = true; clock.dataset.since -= 130; }
  return clock.textContent === "2 min";
}"""


def test_time_that_nobody_counts_does_not_look_like_a_countdown(browser: Browser, server: str) -> None:
    one, _ = two_at_a_table(browser, server, pace="none")
    clock = one.page.locator(".seat.asked .clock")
    expect(clock).to_be_empty()
    expect(one.page.locator("#ask .clock")).to_have_count(0)

    one.page.wait_for_function(_TWO_MINUTES_LATER)


def test_a_browser_that_was_offline_catches_up_by_itself(browser: Browser, server: str) -> None:
    one, other = two_at_a_table(browser, server)
    gone = other.page.locator("#offline")
    expect(gone).to_be_hidden()

    other.page.context.set_offline(True)
    expect(gone).to_be_visible()
    say(one, "Are you there?")
    one.act()
    other.page.context.set_offline(False)

    expect(gone).to_be_hidden()
    expect(other.page.locator("#chat")).to_contain_text("Are you there?")
    expect(other.page.locator("#log li")).to_have_count(one.page.locator("#log li").count())
    expect(other.page).to_have_title(re.compile("^● Your turn"))
    assert other.act()
    assert one.troubles == other.troubles == []


def test_a_lobby_shows_who_comes_and_keeps_a_name_half_typed(browser: Browser, server: str) -> None:
    anna, tobi, resi = (Person(context(browser), server, seed) for seed in range(3))
    table = anna.open_table("gang", "Anna", seats="3")
    resi.go(table)
    name = resi.page.locator("#sit input[name=name]")
    name.press_sequentially("Re")

    tobi.sit(table, "Tobi")

    expect(resi.page.locator(".places")).to_contain_text("Tobi")
    expect(name).to_have_value("Re")
    resi.page.keyboard.type("si")  # the field has kept the focus
    expect(name).to_have_value("Resi")
    resi.page.keyboard.press("Enter")
    expect(anna.page.locator(".places")).to_contain_text("Resi")
    assert anna.troubles == tobi.troubles == resi.troubles == []


def test_a_lobby_that_was_offline_while_the_game_began_goes_to_the_game(browser: Browser, server: str) -> None:
    anna, tobi = Person(context(browser), server), Person(context(browser), server)
    tobi.page.route("**/commit", lambda route: route.abort())  # or the deal would wait for words
    tobi.sit(anna.open_table("duel", "Anna"), "Tobi")

    tobi.page.context.set_offline(True)
    expect(tobi.page.locator("#offline")).to_be_visible()
    anna.begin()
    tobi.page.context.set_offline(False)

    expect(tobi.page.locator("#play")).to_be_visible()
    assert tobi.troubles == []


@pytest.mark.parametrize("slow", [False, True], ids=["before the answer", "after the answer"])
def test_a_double_click_decides_once(slow: bool, browser: Browser, server: str) -> None:  # noqa: FBT001
    bluffer, guesser = two_at_a_table(browser, server)
    bluffer.act()
    expect(guesser.page.locator(AVAILABILITY).first).to_be_visible()
    told = guesser.page.locator("#log li").count()
    sent: list[Request] = []
    guesser.page.on("request", lambda request: sent.append(request) if request.method == "POST" else None)
    guesser.acts.clear()

    guesser.page.locator(AVAILABILITY).first.hover()
    mouse = guesser.page.mouse
    mouse.down()
    mouse.up()
    if slow:
        expect(guesser.page.locator("#log li")).not_to_have_count(told)
    mouse.down(click_count=2)
    mouse.up(click_count=2)

    expect(guesser.page.locator("#log li")).not_to_have_count(told)
    expect(guesser.page.locator("#refusal")).to_be_empty()
    assert len(guesser.acts) == 1
    assert sent == []
    assert guesser.troubles == []


def test_people_of_a_table_are_met_beside_it_and_whoever_is_blocked_falls_silent_at_once(
    browser: Browser, server: str
) -> None:
    one, other = two_at_a_table(browser, server)
    say(other, "I am a nuisance")
    expect(one.page.locator("#chat")).to_contain_text("I am a nuisance")
    table, sheet = one.page.url, one.page.locator("#sheet")

    one.page.locator(".seat a.named").first.press("Enter")
    expect(sheet).to_be_visible()
    sheet.get_by_role("button", name="Block").click()

    expect(sheet).to_contain_text("Nobody was told.")
    expect(one.page.locator("#chat")).not_to_contain_text("nuisance")
    one.page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    assert one.page.url == table
    assert one.troubles == []


PARTS = """async () => {
  const parts = (page) => [...page.querySelectorAll("#log .part")].map((part) => [
    part.open, part.querySelector("summary").textContent.trim(), part.querySelector(".title[data-said]") !== null,
    [...part.querySelectorAll("li")].map((line) => line.innerHTML),
  ]);
  const fresh = new DOMParser().parseFromString(await (await fetch(location.href)).text(), "text/html");
  return [parts(document), parts(fresh)];
}"""


def test_a_log_that_grew_is_the_one_that_whoever_comes_late_reads(browser: Browser, server: str) -> None:
    anna = Person(context(browser), server)
    anna.open_table("gang", "Anna", seats="6", bots="5", rounds="1")
    anna.arrive()
    for _ in range(7):
        eventually(anna.act, "a decision")
    eventually(lambda: anna.look().turn, "the next decision")

    grown, fresh = anna.page.evaluate(PARTS)

    assert grown == fresh
    assert [number for number, (is_open, _, titled, _) in enumerate(grown) if is_open and titled] == [len(grown) - 1], (
        "only the newest part is open; one whose title was cut off cannot be opened by it, and is"
    )
    assert anna.troubles == []


SEATS = """() => [...document.querySelectorAll(".seat")].map((seat) => {
  const box = (of) => of.getBoundingClientRect(), [whole, name] = [seat, seat.querySelector(".name")].map(box);
  const words = [...seat.querySelectorAll(".state > *")].filter((one) => one.checkVisibility()).map(box);
  const inside = (one) => one.left >= whole.left && one.right <= whole.right && one.bottom <= whole.bottom;
  return [name.width, words.length, words.every((one) => one.width > 20 && one.height > 10 && inside(one))];
})"""


@pytest.mark.parametrize("phone", [False, True], ids=["laptop", "phone"])
def test_six_seats_and_a_long_name_keep_name_and_state_in_sight(phone: bool, browser: Browser, server: str) -> None:  # noqa: FBT001
    anna = Person(context(browser, phone=phone), server)
    anna.open_table("gang", "Maximilian Oberhausener", seats="6", bots="5")
    anna.arrive()
    expect(anna.page.locator("#sheet")).to_be_hidden()
    expect(anna.page.locator(".seat.asked .state .you")).to_have_text("your turn")

    seats = anna.page.evaluate(SEATS)

    assert len(seats) == 6
    assert [seat for seat in seats if seat[0] < 60 or seat[1:] != [1, True]] == []

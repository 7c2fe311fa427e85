"""The pages about people and of the host: nothing for axe to find, nothing sticks out; and a table that is paused."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.e2e.conftest import Shoot, context
from tests.e2e.person import Person
from tests.e2e.test_pages import faults_of, seen_on

WIDE = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


@pytest.fixture(scope="session")
def key(house_file: Path) -> str:
    """Return the host key, as the host reads it."""
    command = [
        str(Path(sys.executable).with_name("stammtisch")),
        "admin",
        "key",
        "--data",
        str(house_file),
        "--lang",
        "en",
    ]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout  # noqa: S603  # our own command
    return said.split()[4]


def _looked_at(page: Page, shoot: Shoot, name: str) -> list[str]:
    """Return what is wrong with a page, and keep a picture of it."""
    shoot(page, name, whole=True)
    return faults_of(page) + ["wider than the screen"] * page.evaluate(WIDE)


def _host(browser: Browser, server: str, key: str, *, phone: bool = False, dark: bool = False) -> Person:
    vroni = Person(context(browser, phone=phone, dark=dark), server)
    vroni.go("/host")
    vroni.page.locator('input[name="key"]').fill(key)
    vroni.page.locator("main button.main").click()
    vroni.page.wait_for_selector("#tables")
    return vroni


def _three_at_a_table(browser: Browser, server: str, *, phone: bool, dark: bool) -> tuple[Person, Person, str]:
    """Return the host of a table and a guest with much to say, at a game that has begun."""
    anna = Person(context(browser, phone=phone, dark=dark), server)
    tobi = Person(context(browser), server)
    table = anna.open_table("gang", "Anna", seats="3", bots="1")
    tobi.sit(table, "Tobi")
    return anna, tobi, table


@seen_on("phone-day")
def test_the_pages_about_people_and_of_the_host_are_for_everybody(
    phone: bool,  # noqa: FBT001
    dark: bool,  # noqa: FBT001
    browser: Browser,
    server: str,
    key: str,
    shoot: Shoot,
) -> None:
    size = f"{'phone' if phone else 'laptop'}-{'evening' if dark else 'day'}"
    anna, tobi, table = _three_at_a_table(browser, server, phone=phone, dark=dark)
    anna.page.reload()
    faults = {"lobby": _looked_at(anna.page, shoot, f"people-lobby-{size}")}
    anna.begin()
    tobi.arrive()
    for words in ("You play like my grandmother", "Are you asleep?"):
        tobi.page.locator('.say input[name="said"]').fill(words)
        tobi.page.locator(".say button").click()
        tobi.page.wait_for_selector(f"#chat >> text={words}")
    anna.page.reload()
    anna.arrive()
    faults["table"] = _looked_at(anna.page, shoot, f"people-table-{size}")
    anna.go(f"{table}/people")  # at the table it opens in a sheet, which another test looks at
    anna.page.locator("#about-seat-1 summary").click()
    faults["people"] = _looked_at(anna.page, shoot, f"people-{size}")
    anna.page.locator("#about-seat-1 textarea").fill("He will not stop")
    anna.page.locator("#about-seat-1 details button").click()
    anna.page.wait_for_selector(".thanks")
    faults["told"] = _looked_at(anna.page, shoot, f"people-told-{size}")
    anna.page.locator('#about-seat-1 form[action$="/block"] button').click()
    anna.page.wait_for_selector('form[action="/me/blocked/undo"]')
    faults["blocked"] = _looked_at(anna.page, shoot, f"people-blocked-{size}")
    anna.go("/me")
    faults["me"] = _looked_at(anna.page, shoot, f"people-me-{size}")
    vroni = _host(browser, server, key, phone=phone, dark=dark)
    faults["host"] = _looked_at(vroni.page, shoot, f"host-{size}")
    vroni.go(table.replace("/t/", "/host/t/"))
    faults["host's table"] = _looked_at(vroni.page, shoot, f"host-table-{size}")
    anna.go(table)
    anna.arrive()
    vroni.page.locator('form[action$="/pause"] button').click()
    vroni.page.wait_for_selector('form[action$="/resume"]')
    anna.page.wait_for_selector("#ask .halted")
    faults["paused"] = _looked_at(anna.page, shoot, f"paused-{size}")
    vroni.page.locator(".desk summary").click()
    vroni.page.locator('form[action$="/end"] button').click()
    anna.page.wait_for_selector("#end [data-over]")
    faults["ended"] = _looked_at(anna.page, shoot, f"ended-{size}")

    assert {name: found for name, found in faults.items() if found} == {}
    assert anna.troubles == tobi.troubles == vroni.troubles == []


def test_words_typed_while_others_are_on_their_way_are_not_lost(browser: Browser, server: str) -> None:
    anna, tobi, _ = _three_at_a_table(browser, server, phone=False, dark=False)
    anna.begin()
    tobi.arrive()
    on_their_way: list[Route] = []
    tobi.page.route("**/say", lambda route: on_their_way.append(route))  # noqa: PLW0108  # Playwright marks a function
    field, button = tobi.page.locator('.say input[name="said"]'), tobi.page.locator(".say button")
    for words in ("Good evening", "Whose turn is it?"):
        field.fill(words)
        with tobi.page.expect_request("**/say"):
            button.click()
    field.fill("Not said yet")
    for route in on_their_way:
        with tobi.page.expect_response("**/say"):
            route.continue_()
    anna.page.wait_for_selector("#chat >> text=Good evening")
    anna.page.wait_for_selector("#chat >> text=Whose turn is it?")

    assert field.input_value() == "Not said yet"
    with tobi.page.expect_request("**/say"):
        button.click()
    on_their_way[-1].continue_()
    expect(field).to_have_value("")
    anna.page.wait_for_selector("#chat >> text=Not said yet")


def test_talk_that_a_page_has_is_not_heard_twice_after_a_break(browser: Browser, server: str) -> None:
    anna, tobi, _ = _three_at_a_table(browser, server, phone=False, dark=False)
    anna.begin()
    tobi.arrive()
    for number in range(3):
        tobi.page.locator('.say input[name="said"]').fill(f"Word {number}")
        tobi.page.locator(".say button").click()
        anna.page.wait_for_selector(f"#chat >> text=Word {number}")
    anna.page.evaluate("dispatchEvent(new Event('online'))")  # the socket is made again
    tobi.page.locator('.say input[name="said"]').fill("The last")
    tobi.page.locator(".say button").click()
    anna.page.wait_for_selector("#chat >> text=The last")

    said = anna.page.locator("#chat li").all_inner_texts()
    assert said == ["Tobi Word 0", "Tobi Word 1", "Tobi Word 2", "Tobi The last"]


def test_whoever_is_barred_is_shown_the_door_at_once(browser: Browser, server: str, key: str) -> None:
    anna, tobi, table = _three_at_a_table(browser, server, phone=False, dark=False)
    anna.begin()
    tobi.arrive()
    vroni = _host(browser, server, key)
    vroni.go(table.replace("/t/", "/host/t/"))
    vroni.page.locator(".seating li", has_text="Tobi").locator(".bars").click()
    vroni.page.wait_for_selector(".seating >> text=Let in again")

    tobi.page.wait_for_selector("text=does not let you in any more")
    assert anna.page.locator("#seat-1").is_visible()

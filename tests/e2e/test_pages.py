"""Every page in both themes, on a phone and a laptop: nothing for axe to find, nothing sticks out."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import Shoot, context
from tests.e2e.person import Person, play_on
from tests.waiting import eventually

GAMES = ("combo", "duel", "gang", "party")


def faults_of(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{fault['id']}: {fault['nodes'][0]['html'][:160]}" for fault in found]


in_every_light = pytest.mark.parametrize(
    ("phone", "dark"),
    [
        pytest.param(False, True, id="laptop-evening"),
        pytest.param(True, False, id="phone-day"),
        pytest.param(False, False, id="laptop-day", marks=pytest.mark.deep),
        pytest.param(True, True, id="phone-evening", marks=pytest.mark.deep),
    ],
)


@pytest.mark.timeout(300)  # axe looks at eighteen pages
@in_every_light
def test_axe_finds_nothing_on_any_page(phone: bool, dark: bool, browser: Browser, server: str, shoot: Shoot) -> None:  # noqa: FBT001
    anna = Person(context(browser, phone=phone, dark=dark), server)
    faults: dict[str, list[str]] = {}
    for address in (
        "/",
        "/me",
        "/me/games",
        "/me/forget",
        "/nowhere",
        *(f"/{part}/{game}" for part in ("new", "rules") for game in GAMES),
    ):
        anna.go(address)
        faults[address] = faults_of(anna.page)
        wide = anna.page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
        assert not wide, f"{address} is wider than the screen"
    shoot(anna.page, f"rules-{'phone' if phone else 'laptop'}-{'evening' if dark else 'day'}")
    anna.open_table("gang", "Anna")
    faults["lobby"] = faults_of(anna.page)
    for game in GAMES:
        anna.go("/")
        anna.page.locator(f'button[name="game"][value="{game}"]').first.click()
        anna.arrive()
        faults[f"table of {game}"] = faults_of(anna.page)
    assert {address: found for address, found in faults.items() if found} == {}
    assert anna.troubles == []


def decide(person: Person, times: int) -> None:
    """Take some decisions, and wait until the next one is asked for."""
    for _ in range(times):
        eventually(person.act, "a decision")
    eventually(lambda: person.look().turn, "the next decision")


@pytest.mark.timeout(300)  # axe looks at a dozen states
@in_every_light
def test_axe_finds_nothing_in_any_state_of_a_table(phone: bool, dark: bool, browser: Browser, server: str) -> None:  # noqa: FBT001
    anna, vera = (Person(context(browser, phone=phone, dark=dark), server, seed) for seed in (1, 2))
    page, faults = anna.page, dict[str, list[str]]()
    for game, seats in (("combo", "4"), ("party", "4"), ("gang", "6")):
        table = anna.open_table(game, "Maximilian Oberhausener", seats=seats, bots=f"{int(seats) - 1}")
        anna.arrive()
        if game == "combo":  # stones that go together: at random they might not
            for stone in ("u1", "f1", "t1"):
                page.locator(f'#play label:has(input[value="{stone}"])').click()
            anna.click("")
            expect(page.locator("[name=decided]")).to_have_value("1")
        decide(anna, 2)
        page.locator("#log .part").first.evaluate("part => { part.open = true; }")
        faults[f"{game} in progress"] = faults_of(page)
    for drawer in ("log", "talk") if phone else ():
        page.locator(f'[popovertarget="drawer-{drawer}"]').first.click()
        faults[drawer] = faults_of(page)
        page.locator(f"#drawer-{drawer} .close").click()
    page.locator(".seat a.named").click()
    expect(page.locator("#sheet")).to_be_visible()
    faults["people"] = faults_of(page)
    vera.go(table)
    faults["watching"] = faults_of(vera.page)
    anna.go(f"{table}/leave")
    faults["leaving"] = faults_of(page)
    anna.go(table)
    page.locator('[formaction$="/take-back"]').click()
    page.wait_for_url(lambda address: address != table)
    decide(anna, 0)
    faults["practice"] = faults_of(page)
    table = anna.open_table("duel", "Anna", bots="1", spaces="2")
    anna.arrive()
    play_on([anna])
    faults["over"] = faults_of(page)
    anna.go(f"{table}/replay?step=5")
    faults["replay"] = faults_of(page)

    assert {state: found for state, found in faults.items() if found} == {}
    assert anna.troubles == vera.troubles == []


@pytest.mark.parametrize("lang", ["de", "en", "fr", "it"])
def test_a_table_speaks_the_readers_language(lang: str, browser: Browser, server: str) -> None:
    anna = Person(context(browser, lang=lang), server)
    anna.go("/")

    assert anna.page.locator("html").get_attribute("lang") == lang
    asked = set()
    for game in GAMES:
        anna.go("/")
        anna.page.locator(f'button[name="game"][value="{game}"]').first.click()
        anna.arrive()
        asked.add(anna.page.locator("#ask").inner_text())
    assert len(asked) == len(GAMES)


def test_a_refusal_is_shown_beside_the_table_and_links_to_its_rule(browser: Browser, server: str) -> None:
    anna = Person(context(browser), server)
    anna.open_table("gang", "Anna", seats="3", rounds="1", first_round="3", bots="2")
    anna.arrive()
    refused = anna.page.locator('#play button[name="do"][aria-disabled="true"]:visible').first
    while refused.count() == 0 or not anna.look().turn:
        anna.act()
    refused.click(force=True)
    anna.page.wait_for_selector("#refusal a")

    assert "/rules/gang#rule-" in (anna.page.locator("#refusal a").get_attribute("href") or "")
    anna.page.locator("#refusal a").click()
    anna.page.locator("#sheet:popover-open .rules .wanted").wait_for()
    assert "/t/" in anna.page.url

"""Every page in both lights, on a phone and a laptop: nothing for axe to find, nothing sticks out."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import Shoot, context
from tests.e2e.person import Person, play_on
from tests.waiting import eventually

GAMES = ("combo", "duel", "gang", "party")
LINE = 24  # pixels


IN_THE_DARK = "() => matchMedia('(prefers-color-scheme: dark)').matches"
CONTRASTS = """() => axe.run({ runOnly: ["color-contrast"], resultTypes: ["violations"] })
  .then((found) => found.violations)"""


def faults_of(page: Page) -> list[str]:
    """Return what axe finds, colours in both lights, and by how much a page is wider than the screen."""
    found = Axe().run(page).response["violations"]
    dark = page.evaluate(IN_THE_DARK)
    page.emulate_media(color_scheme="light" if dark else "dark")
    found += page.evaluate(CONTRASTS)
    page.emulate_media(color_scheme="dark" if dark else "light")
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    told = [f"{fault['id']}: {fault['nodes'][0]['html'][:160]}" for fault in found]
    return told + ([f"wider than the screen by {wide}"] if wide > 0 else [])


def seen_on(first: str) -> pytest.MarkDecorator:
    """Ask of a test to look at its pages on one device; in the deep run on all, in the day and in the evening."""
    every = {f"{size}-{light}": (size, light) for size in ("phone", "laptop") for light in ("day", "evening")}
    return pytest.mark.parametrize(
        ("phone", "dark"),
        [
            pytest.param(size == "phone", light == "evening", id=name, marks=[pytest.mark.deep] * (name != first))
            for name, (size, light) in every.items()
        ],
    )


@seen_on("phone-day")
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
    shoot(anna.page, f"rules-{'phone' if phone else 'laptop'}-{'evening' if dark else 'day'}")
    lobby = anna.open_table("party", "Anna")
    faults["lobby"] = faults_of(anna.page)
    anna.page.locator('[data-sheet="rules"]').click()
    wardrobe = anna.page.locator("#sheet:popover-open .rules .wardrobe")
    wardrobe.wait_for()
    faults["rules beside a lobby"] = faults_of(anna.page)
    laid_out = wardrobe.evaluate("one => getComputedStyle(one).display")
    assert (laid_out, anna.page.url, len(anna.page.context.pages)) == ("flex", lobby, 1)
    for game in GAMES:
        anna.go("/")
        anna.page.locator(f'button[name="game"][value="{game}"]').first.click()
        anna.arrive()
        faults[f"table of {game}"] = faults_of(anna.page)
    assert {address: found for address, found in faults.items() if found} == {}
    assert anna.troubles == []


def test_rules_are_read_beside_a_form_that_is_half_filled_in(browser: Browser, server: str) -> None:
    anna = Person(context(browser, phone=True), server)
    anna.go("/new/party")
    name = anna.page.locator("form.setup input[name=name]")
    name.fill("Annalena")
    anna.page.locator('[data-sheet="rules"]').click()
    anna.page.locator("#sheet:popover-open .rules .wardrobe").wait_for()
    faults = faults_of(anna.page)
    anna.page.locator("#sheet .close").click()

    expect(anna.page.locator("#sheet")).to_be_hidden()
    expect(name).to_have_value("Annalena")
    assert anna.page.url.endswith("/new/party")
    assert faults == anna.troubles == []


def decide(person: Person, times: int) -> None:
    """Take some decisions, and wait until the next one is asked for."""
    for _ in range(times):
        eventually(person.act, "a decision")
    eventually(lambda: person.look().turn, "the next decision")


def _be_told_everything(newcomer: Person, faults: dict[str, list[str]]) -> None:
    """Go through what is explained to a newcomer: what wins, the lesson, what is refused, the rules beside it."""
    page = newcomer.page
    newcomer.go("/?lang=fr")
    page.locator('button[name="game"][value="duel"]').first.click()
    expect(page.locator(".goal-card")).to_be_visible()
    faults["goal"] = faults_of(page)
    page.locator('.goal-card [formaction="/learn"]').click()
    page.locator("#go-on").wait_for()
    newcomer.arrive()
    page.locator("#go-on").click()
    page.locator("#play .act:not(.off)").first.click()
    page.locator("#go-on").wait_for()
    newcomer.press("#play .act.off")
    page.locator("#refusal a").wait_for()
    faults["lesson"] = faults_of(page)
    page.locator("#refusal a").click()
    page.locator("#sheet:popover-open .rules .wanted").wait_for()
    faults["rules beside the table"] = faults_of(page)


@seen_on("laptop-evening")
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
    page.locator('[data-sheet="rules"]').click()
    page.locator("#sheet:popover-open .rules").wait_for()
    faults["rules beside a replay"] = faults_of(page)
    page.keyboard.press("Escape")
    read = page.locator("#log").evaluate("log => log.getBoundingClientRect().height")
    newcomer = Person(context(browser, phone=phone, dark=dark, lang="fr"), server, new=True)
    _be_told_everything(newcomer, faults)

    assert read > LINE, "what happened is read beside the replay"
    assert {state: found for state, found in faults.items() if found} == {}
    assert anna.troubles == vera.troubles == newcomer.troubles == []


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
    refused = '#play button[name="do"][aria-disabled="true"]'
    while anna.page.locator(f"{refused}:visible").count() == 0 or not anna.look().turn:
        anna.act()
    anna.press(refused)
    anna.page.wait_for_selector("#refusal a")

    assert "/rules/gang#rule-" in (anna.page.locator("#refusal a").get_attribute("href") or "")
    anna.page.locator("#refusal a").click()
    wanted = anna.page.locator("#sheet:popover-open .rules .wanted")
    wanted.wait_for()
    shares = wanted.evaluate("one => one.offsetWidth / one.closest('.content').offsetWidth")
    assert shares > 3 / 4, "the paragraph has the width of the sheet"
    assert "/t/" in anna.page.url

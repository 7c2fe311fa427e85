"""Nothing is cut, and nothing lies over anything else: what somebody saw who looked at every page."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.e2e.conftest import context
from tests.e2e.person import FONTS, Person, play_on
from tests.waiting import eventually

FIGURES = """() => {
  const line = "In testa in 16 sviluppi possibili su 100. 1,7 punti meglio della media.";
  const one = `<li><b>gioca la carta</b><span>${line}</span></li>`;
  document.querySelector("#ask .help-line").outerHTML = `<details class="hinted" open><summary><span class="why">
    <b>gioca la carta</b> È la più bassa che c’è.</span></summary><ol>${one.repeat(3)}</ol>
    <p class="help">Un bot forte che sa quello che sai tu ha giocato 2.500 sviluppi possibili.</p></details>`;
  const table = document.getElementById("table");
  const hint = document.querySelector(".hinted");
  return [table, hint].map((one) => one.scrollHeight - one.clientHeight);
}"""
AIR = """() => {
  const said = document.querySelector("#coach .said").getBoundingClientRect();
  return document.getElementById("go-on").getBoundingClientRect().top - said.bottom;
}"""
RING = 5  # pixels around a button that has the focus
OWN_CARD = """() => {
  const name = document.querySelector(".trick .at-0 .who")?.getBoundingClientRect();
  return name && name.bottom - document.querySelector(".past").getBoundingClientRect().top;
}"""
CHOICE = """select => {
  const whole = select.cloneNode(true);
  whole.style.cssText = "position: absolute; width: max-content; max-width: none";
  select.after(whole);
  const missing = whole.offsetWidth - select.offsetWidth;
  whole.remove();
  return missing;
}"""
MARKED = """() => {
  const [upper, lower] = document.querySelectorAll(".rows .fan");
  for (const card of upper.querySelectorAll(".pick > span")) {
    card.insertAdjacentHTML("beforeend", '<span class="bulb"></span>');
  }
  const boxes = [...upper.querySelectorAll(".bulb")].map((one) => one.getBoundingClientRect());
  return [boxes.length, [...document.querySelectorAll(".rows .card .index:not(.end)")].filter((number) => {
    const box = number.getBoundingClientRect();
    return boxes.some((bulb) => bulb.left < box.right && box.left < bulb.right
      && bulb.top < box.bottom && box.top < bulb.bottom);
  }).map((number) => number.textContent.trim())];
}"""
CUT_NAMES = """() => [...document.querySelectorAll(".seat .name")].filter(
  (one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent.trim())"""


@pytest.mark.parametrize("game", ["party", "gang"])
def test_a_hint_s_figures_leave_the_table_whole(game: str, browser: Browser, server: str) -> None:
    anna = Person(context(browser, lang="it"), server)
    anna.open_table(game, "Anna", seats="4", bots="3")
    anna.arrive()
    anna.settle()

    table, hint = anna.page.evaluate(FIGURES)

    assert table <= 0
    assert hint <= 0


@pytest.mark.parametrize("phone", [True, False], ids=["phone", "laptop"])
def test_the_way_on_keeps_off_what_the_guide_says(
    phone: bool,  # noqa: FBT001
    browser: Browser,
    server: str,
) -> None:
    learner = Person(context(browser, phone=phone, lang="fr"), server)
    learner.go("/?lang=fr")
    learner.page.locator('button[formaction="/learn"][value="party"]').first.click()
    learner.arrive()
    learner.page.locator("#go-on").wait_for()
    learner.page.evaluate(FONTS)

    assert learner.page.evaluate(AIR) >= RING


def test_one_s_own_card_keeps_off_the_last_trick(browser: Browser, server: str) -> None:
    anna = Person(context(browser, phone=True, lang="it"), server, 3)
    anna.open_table("gang", "Margherita", seats="4", bots="3")
    anna.arrive()
    eventually(lambda: anna.act() and anna.page.locator(".past").count(), "a trick that was taken")
    anna.settle()

    assert anna.page.evaluate(OWN_CARD) <= 0


def test_the_mark_of_a_hint_covers_no_number(browser: Browser, server: str) -> None:
    anna = Person(context(browser, phone=True), server)
    anna.open_table("gang", "Anna", seats="4", bots="3")
    anna.arrive()
    anna.settle()

    marks, covered = anna.page.evaluate(MARKED)

    assert marks
    assert covered == []


def test_a_name_is_read_whole_beside_the_opening_flag(browser: Browser, server: str) -> None:
    anna = Person(context(browser, phone=True, lang="fr"), server)
    anna.open_table("combo", "Geneviève", seats="2", bots="1", first="0")
    anna.arrive()
    anna.settle()

    assert anna.page.locator("#seat-0 .begins").count() == 1
    assert anna.page.evaluate(CUT_NAMES) == []


def test_whose_eyes_a_replay_has_is_read_whole(browser: Browser, server: str) -> None:
    anna = Person(context(browser, lang="fr"), server)
    table = anna.open_table("duel", "Anna", spaces="1", bots="1")
    anna.arrive()
    play_on([anna])
    anna.go(f"{table}/replay")
    anna.page.evaluate(FONTS)

    assert anna.page.locator("select[name=as]").evaluate(CHOICE) <= 0

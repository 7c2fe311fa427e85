"""A table on a phone: what is said about the cards is read whole, with many players, too."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, ViewportSize

from tests.e2e.conftest import Shoot, context
from tests.e2e.person import Person
from tests.e2e.test_pages import faults_of
from tests.waiting import eventually

REASON = """() => {
  const reveal = document.querySelector(".reveal");
  if (!reveal.querySelector(".why")) reveal.insertAdjacentHTML("beforeend", "<p class=why></p>");
  const why = reveal.querySelector(".why");
  why.textContent = "= Gleiche Karten: im Uhrzeigersinn ab der Gleichstandskarte, also Ottokar, Ludmilla, Wanda.";
  return why.getBoundingClientRect().bottom - document.getElementById("table").getBoundingClientRect().bottom;
}"""
# Whoever has taken a whole floor with a king has cards in two rows; then the table is taller than it usually is.
TWO_ROWS = "[...document.querySelectorAll('.guest .tickets')].some((one) => one.clientHeight > 40)"
CUT = """() => [...document.querySelectorAll(".seat .state, .masthead span, .ask, .help-line, .news")].filter(
  (one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent.trim())"""
LABELS = """() => {
  const boxes = [...document.querySelectorAll(".past li > small, .trick .who")].filter(
    (one) => one.checkVisibility()).map((one) => [one.textContent.trim(), one.getBoundingClientRect()]);
  const past = document.querySelector(".past")?.getBoundingClientRect();
  const meets = (one, other) => one.left < other.right - 1 && other.left < one.right - 1
    && one.top < other.bottom - 1 && other.top < one.bottom - 1;
  return boxes.flatMap(([name, box], at) => boxes.slice(at + 1).filter(([, other]) => meets(box, other)).map(
    ([other]) => `${name} lies over ${other}`));
}"""


@pytest.mark.parametrize("seats", [4, 6])
def test_why_somebody_goes_first_is_read_whole(seats: int, browser: Browser, server: str) -> None:
    anna = Person(context(browser, phone=True, lang="de"), server, 3)

    def takes_next() -> bool:
        taking = anna.look().turn and anna.page.locator(".floor button").count() > 0
        return taking or (anna.act() and False)  # a king may leave nothing to be taken

    for _ in range(9):
        anna.open_table("party", "Maximilian Oberhausener", seats=f"{seats}", bots=f"{seats - 1}")
        anna.arrive()
        eventually(takes_next, "something to take")
        if not anna.page.evaluate(TWO_ROWS):
            break

    assert anna.page.evaluate(REASON) <= 0


def test_no_name_lies_over_another_with_six_at_a_table(browser: Browser, server: str) -> None:
    anna = Person(context(browser, phone=True, lang="de"), server, 3)
    anna.open_table("gang", "Maximilian Oberhausener", seats="6", bots="5")
    anna.arrive()
    eventually(lambda: anna.act() and anna.page.locator(".past").count(), "a trick that was taken")
    eventually(lambda: anna.look().turn, "the next question")

    assert anna.page.locator(".past li").count() == 6
    assert anna.page.evaluate(LABELS) == []
    assert anna.page.evaluate(CUT) == []


ZOOMED: ViewportSize = {"width": 640, "height": 400}  # what a laptop of 1280 × 800 has at 200 %
WHOLE = "one => one.scrollHeight <= one.clientHeight + 2"
REACHED = """() => [...document.querySelectorAll(":is(#table, #hand) :is(.act, .pick)")].filter((one) => {
  if (!one.checkVisibility()) return false;
  one.scrollIntoView({ block: "nearest", inline: "nearest" });
  const box = one.getBoundingClientRect();
  return box.left < -1 || box.right > innerWidth + 1 || box.top < -1 || box.bottom > innerHeight + 1;
}).map((one) => one.textContent.trim())"""


@pytest.mark.parametrize("game", ["combo", pytest.param("party", marks=pytest.mark.deep)])
def test_a_table_can_be_read_and_used_at_200_percent(game: str, browser: Browser, server: str, shoot: Shoot) -> None:
    anna = Person(context(browser, lang="de"), server, 3)
    anna.page.set_viewport_size(ZOOMED)
    anna.open_table(game, "Anna", bots="3" if game == "party" else "1")
    anna.arrive()
    for moment in range(3):
        eventually(lambda: anna.look().turn, "a question")
        shoot(anna.page, f"zoomed-{game}-{moment}")

        assert faults_of(anna.page) == []
        assert anna.page.evaluate(REACHED) == []
        assert anna.page.evaluate(CUT) == []
        assert anna.page.locator("#ask .question").evaluate(WHOLE)
        eventually(anna.act, "a decision")


def test_a_hand_is_whole_on_a_laptop_at_200_percent(browser: Browser, server: str) -> None:
    anna = Person(context(browser, lang="fr"), server, 3)
    anna.page.set_viewport_size(ZOOMED)
    anna.open_table("gang", "Anna", bots="3")
    anna.arrive()
    eventually(lambda: anna.look().turn, "a question")

    sides = anna.page.locator("#hand .card").evaluate_all("all => all.map((one) => one.getBoundingClientRect().right)")
    assert len(sides) == 13
    assert max(sides) <= 640

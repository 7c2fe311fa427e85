"""A table at which nobody does anything comes to rest: what moves for ever costs a phone its battery."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.e2e.conftest import PHONE
from tests.e2e.person import Person
from tests.waiting import eventually

LONGEST = 40_000  # milliseconds that anything moves
# Who moves for a few beats may have come to rest on a busy machine before anybody looks.
BEGUN = """() => {
  window.begun = new Set();
  addEventListener("animationstart", (event) => window.begun.add(event.animationName));
}"""
MOVING = """() => document.getAnimations().map((one) => ({
  name: one.animationName ?? one.transitionProperty ?? "another",
  end: Math.min(one.effect.getComputedTiming().endTime, 1e9),
}))"""


@pytest.mark.parametrize("game", ["party", "gang", "duel", "combo"])
def test_nothing_moves_for_ever_where_somebody_is_waited_for(game: str, browser: Browser, server: str) -> None:
    fresh = browser.new_context(viewport=PHONE, locale="en", reduced_motion="no-preference")
    fresh.add_init_script(f"({BEGUN})()")
    anna = Person(fresh, server)
    anna.open_table(game, "Anna", bots="1" if game in ("combo", "duel") else "3")
    anna.arrive()
    eventually(lambda: anna.look().turn, "a question")
    anna.page.wait_for_function("() => window.begun.has('breathe')")  # whose turn it is

    assert [one for one in anna.page.evaluate(MOVING) if one["end"] > LONGEST] == []

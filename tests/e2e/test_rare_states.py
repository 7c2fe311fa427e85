"""States that a table is seldom in, and axe finds nothing in them either."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, expect

from stammtisch import Table
from stammtisch.games.party.position import Phase
from stammtisch.web.tables.record import Place
from stammtisch.web.tables.stand_in import StandInOffer
from stammtisch.web.view.render import regions
from stammtisch.web.view.scene import Scene
from tests.e2e.conftest import Shoot, context
from tests.e2e.person import Person
from tests.e2e.test_pages import faults_of, seen_on
from tests.games.gang.arrange import EVERYTHING, ONE_COLOUR_EACH, gang, sweep
from tests.games.party.arrange import party
from tests.waiting import PATIENCE
from tests.web.fixtures.finished_game import keep_finished_game

NAMES = ("Anna", "Resi", "Hias", "Vroni")
DRAWN = """regions => {
  for (const [id, html] of Object.entries(regions)) document.getElementById(id).innerHTML = html;
}"""


def _united() -> tuple[Table, int]:
    """Return a table of gang at which seat 0 chooses who pays."""
    table = gang(EVERYTHING[4], rounds=1)
    sweep(table)
    return table, 0


def _mirrored() -> tuple[Table, int]:
    """Return a table of party, and who decides there about the mirror."""
    table = party(mirror=True)
    while table.position.phase != Phase.MIRROR:
        seat = table.waiting[0]
        table.play(seat, table.actions(seat)[0])
    return table, int(table.position.mirror)


def _stalled() -> tuple[Table, int]:
    """Return a table of gang at which seat 0 waits for another."""
    return gang(ONE_COLOUR_EACH, play="0: g0"), 0


def _shown(table: Table, viewer: int, **more: Any) -> dict[str, str]:
    """Return what a page shows of a table."""
    names = NAMES[: table.options.seats]
    view: Any = table.view(viewer)
    scene = Scene(table.game, table.options, view, viewer, "en", [Place(name=name) for name in names], names, **more)
    return {name: html for name, html in regions(scene).items() if name in ("seats", "table", "hand", "ask")}


STATES: dict[str, tuple[str, Callable[[], tuple[Table, int]], dict[str, Any], str]] = {
    "the gang is united": ("gang", _united, {}, '#play button[value="self"]'),
    "the mirror": ("party", _mirrored, {}, "#play button.act"),
    "one may ask for a bot": (
        "gang",
        _stalled,
        {"stand_ins": (StandInOffer(1, "Resi", asked=False),)},
        "button.stand-in",
    ),
    "one has asked for a bot": (
        "gang",
        _stalled,
        {"stand_ins": (StandInOffer(1, "Resi", asked=True),)},
        "small.stand-in",
    ),
    "a bot fills in": ("gang", _stalled, {"kept": frozenset({1})}, '.seat .state:has-text("a bot fills in")'),
}


@seen_on("phone-day")
def test_axe_finds_nothing_in_what_is_seldom_seen(
    phone: bool,  # noqa: FBT001
    dark: bool,  # noqa: FBT001
    browser: Browser,
    server: str,
    house_file: Path,
    shoot: Shoot,
) -> None:
    anna = Person(context(browser, phone=phone, dark=dark), server)
    page, faults = anna.page, dict[str, list[str]]()
    for name, (game, arrange, more, seen) in STATES.items():
        anna.open_table(game, "Anna", seats="4" if game == "gang" else "3", bots="3" if game == "gang" else "2")
        anna.arrive()
        anna.settle()  # else what a bot does is put over what is drawn
        page.evaluate(DRAWN, _shown(*arrange(), **more))
        expect(page.locator(seen).first).to_be_visible()
        faults[name] = faults_of(page)
        assert page.locator(seen).first.is_visible(), "axe has looked at something else"
        shoot(page, f"rare-{name.replace(' ', '-')}-{'phone' if phone else 'laptop'}-{'evening' if dark else 'day'}")
    anna.open_table("duel", "Anna", bots="1", royal="yes", first_bluffer="0")
    anna.arrive()
    anna.settle()
    page.get_by_label("crown the cockroach in lane 2").evaluate("one => one.click()")
    expect(page.get_by_label("crown the cockroach in lane 2")).to_be_checked()
    faults["crowning"] = faults_of(page)
    anna.go(_outdated(house_file))
    expect(page.locator(".sorry")).to_be_visible()
    faults["older rules"] = faults_of(page)

    assert {state: found for state, found in faults.items() if found} == {}
    assert anna.troubles == []


def _outdated(house_file: Path) -> str:
    """Keep a game of rules that there are no more, and return its address."""
    with ThreadPoolExecutor(1) as elsewhere:  # in this thread the browser keeps a loop
        kept = elsewhere.submit(keep_finished_game, str(house_file), "duel", {"spaces": 1}, alone=False)
    table = kept.result()
    with closing(sqlite3.connect(house_file, PATIENCE, isolation_level=None)) as db:
        db.execute("UPDATE tables SET version = 99 WHERE id = ?", (table,))
    return f"/t/{table}"

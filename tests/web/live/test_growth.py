"""A decision, a poll and a first page cost about the same however long the game: in calls, and in processor time."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from stammtisch.kernel.seats import SPECTATOR
from stammtisch.web.api.response_shapes import number_of, table_json, view_json
from stammtisch.web.live.broadcast import Channel, Watcher
from stammtisch.web.tables.live_table import LiveTable
from stammtisch.web.view.story import LOG_LINES, Story
from tests.calls import calls_in
from tests.figures import note_figures
from tests.web.fixtures.long_game import long_game

BENCH = Path(__file__).parents[3] / "bench" / "growth.py"
Pair = tuple[LiveTable, LiveTable]


@pytest.fixture(scope="module")
def rooms() -> Pair:
    """Return a game when it is young, and the same after ten times as many steps."""
    young, old = long_game(50, until=500), long_game(50, until=5000)
    for room in (young, old):
        Story(room, 0, "en").catch_up()  # catalogues are read once
    return young, old


def _decide(room: LiveTable) -> None:
    """Take some decisions at random, and ask what is asked around each of them."""
    table, random = room.game_table(), Random(1)
    for _ in range(40):
        seat = table.waiting[0]
        assert room.acted(seat) > 0
        table.play(seat, random.choice(table.actions(seat)))


def test_decisions_of_a_long_game_make_no_more_calls(rooms: Pair) -> None:
    young, old = (calls_in(lambda: _decide(room)) for room in rooms)  # noqa: B023

    assert old < 1.5 * young


@pytest.mark.parametrize("viewer", [0, SPECTATOR])
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_first_page_of_a_long_game_tells_no_more_than_it_shows(rooms: Pair, viewer: int, language: str) -> None:
    young, old = (Story(room, viewer, language) for room in rooms)
    few, many = (calls_in(story.catch_up) for story in (young, old))

    assert [len(story.scene().log) for story in (young, old)] == [LOG_LINES, LOG_LINES]
    assert old.told - old._first < 200, "a deal, and a page of lines"
    assert many < 1.5 * few


def _fewest_calls(work: Callable[[], object]) -> int:
    """Return how many calls something makes that has nothing left to remember."""
    return min(calls_in(work) for _ in range(4))


def test_whoever_asks_for_nothing_new_makes_no_more_calls(rooms: Pair) -> None:
    # SPECTATOR: whoever is asked is told what they may do, and who that is now differs from game to game
    young, old = (_fewest_calls(lambda: view_json(room, SPECTATOR, "en", number_of(room))) for room in rooms)  # noqa: B023
    assert old < 1.2 * young

    young, old = (_fewest_calls(lambda: table_json(room, "guest0")) for room in rooms)  # noqa: B023
    assert old < 1.2 * young


def test_the_first_message_of_a_socket_is_as_long(rooms: Pair) -> None:
    sizes = []
    for room in rooms:
        watcher = Watcher("guest0", "en")
        Channel(room).welcome(watcher)
        message = watcher.queue.get_nowait()
        assert isinstance(message, str)
        sizes.append(len(message))

    assert sizes[1] < 1.5 * sizes[0]


@pytest.mark.alone
@pytest.mark.timeout(600)
def test_a_long_game_takes_at_most_twice_the_time() -> None:
    command = [sys.executable, str(BENCH), "--steps", "10", "10000"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    note_figures(run.stdout)

    assert run.returncode == 0, run.stdout + run.stderr
    assert "first page" in run.stdout

"""The end of a game: one's place in words, the winner's moment, and the numbers once."""

from __future__ import annotations

import asyncio
import re
from functools import cache

import pytest

from stammtisch.core.language import LANGUAGES, voice
from stammtisch.core.outcome import GameOutcome
from stammtisch.core.table import Table
from stammtisch.kernel.seats import SPECTATOR
from stammtisch.web.tables.live_table import LiveTable
from stammtisch.web.tables.record import RUNNING
from stammtisch.web.view.ending.decisive import find_decisive
from stammtisch.web.view.ending.panel import _columns, ending_of
from stammtisch.web.view.ending.places import came_off
from stammtisch.web.view.render import regions
from stammtisch.web.view.scene import Scene
from stammtisch.web.view.story import Story
from tests.web.fixtures.finished_game import NAMES, finished_game
from tests.web.fixtures.long_game import long_game

SHORT: dict[str, dict[str, object]] = {
    "duel": {"spaces": 1},
    "gang": {"seats": 6, "rounds": 1},
    "party": {"seats": 2},
    "combo": {"seats": 3},
}


def _headlines(places: str, language: str = "en") -> list[str]:
    """Return how it ended for each seat and for whoever watches, where the seats came to these places."""
    found = tuple(map(int, places))
    outcome, names = GameOutcome((0,) * len(found), found, 0), NAMES[: len(found)]
    return [came_off(outcome, viewer, names, voice("stammtisch.web", language)) for viewer in (*range(len(found)), 99)]


@pytest.mark.parametrize(
    ("places", "told"),
    [
        ("12", ["You win", "This time Ada wins", "Ada wins"]),
        ("11", ["You share the win with Bo", "You share the win with Ada", "Ada and Bo share the win"]),
        ("32", ["You came third", "You came second", "Nobody at the table wins"]),
        ("213", ["You came second", "You win", "You came third", "Bo wins"]),
        ("1223", ["You win", "You share second place", "You share second place", "You came third", "Ada wins"]),
        (
            "11144",
            [
                *("You share the win with Bo and Cleo", "You share the win with Ada and Cleo"),
                *("You share the win with Ada and Bo", "You share fourth place", "You share fourth place"),
                "Ada, Bo, and Cleo share the win",
            ],
        ),
        ("654321", [f"You came {nth}" for nth in ("sixth", "fifth", "fourth", "third", "second")] + ["You win"]),
    ],
)
def test_everybody_reads_their_own_place_in_words(places: str, told: list[str]) -> None:
    assert _headlines(places)[: len(told)] == told


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_place_is_told_with_a_figure_in_any_language(language: str) -> None:
    said = {
        sentence for places in ("123456", "122", "1333", "14444", "15555") for sentence in _headlines(places, language)
    }

    assert not [sentence for sentence in said if any(letter.isdigit() for letter in sentence)]
    assert len(said) >= 10


@cache
def _room(game: str) -> LiveTable:
    """Return a table at which a game is over, and where it is known what decided it."""
    room = finished_game(game, SHORT[game])
    asyncio.run(find_decisive(room))
    return room


def _scene(game: str, viewer: int) -> Scene:
    """Return what somebody is shown of a game that is over."""
    return Story(_room(game), viewer, "en").catch_up().scene


@pytest.mark.parametrize("game", SHORT)
def test_the_numbers_are_told_once_to_whoever_looks(game: str) -> None:
    seats = len(_room(game).places)
    for viewer in (*range(seats), SPECTATOR):
        html = regions(_scene(game, viewer))

        assert html["end"].count('<tr class="') == seats
        assert html["end"].count("(you)") == (viewer != SPECTATOR)
        assert 'class="tally"' not in html["table"]
        assert 'class="number' not in html["table"].partition('class="points"')[2]


@pytest.mark.parametrize(("language", "worst"), [("de", "−1.200"), ("en", "−1,200"), ("fr", "−1\u202f200")])
def test_points_below_nothing_have_a_real_minus_where_a_game_has_no_numbers_of_its_own(
    language: str, worst: str
) -> None:
    scene = Story(_room("duel"), 0, language).catch_up().scene
    (points,) = _columns(scene, GameOutcome((-1200, 3), (2, 1), 0))

    assert points.cells == (worst, "3")


@pytest.mark.parametrize("game", SHORT)
def test_the_winners_moment_is_a_picture_that_stands_alone(game: str) -> None:
    ending = ending_of(_scene(game, SPECTATOR))
    assert ending

    assert ending.hero.startswith("<svg ")
    assert not [one for one in ("href", "style") if one in ending.hero]
    assert set(re.findall(r"url\(#([^)]+)\)", ending.hero)) <= set(re.findall(r' id="([^"]+)"', ending.hero))


@pytest.mark.parametrize("game", SHORT)
def test_a_game_that_goes_on_has_no_end_yet(game: str) -> None:
    first = Story(_room(game), 0, "en").until(1)

    assert ending_of(first) is None
    assert not regions(first)["end"].strip()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", SHORT)
def test_what_decided_a_game_is_pictured_and_told(game: str, language: str) -> None:
    room = _room(game)
    moment = Story(room, 0, language).catch_up().scene.moment
    assert moment

    assert room.game_table().steps[moment.step - 1].seat < len(room.places)
    assert 2 <= len(moment.pictures) <= 3
    assert moment.caption
    for picture in moment.pictures:
        assert not re.search(r"\s(?:id|tabindex|data-card|data-zone|data-from|data-flip)[=\s>]", picture)
        assert "<button" not in picture


def test_nothing_is_pictured_of_a_game_that_goes_on() -> None:
    room = finished_game("duel", {"spaces": 3})
    table = Table.undealt(room.game, None, dict(room.saved.choices), room.game_table().nature)
    table.carry_on()
    room.table, room.saved.stage = table, RUNNING
    asyncio.run(find_decisive(room))

    assert room.decisive is None
    assert Story(room, 0, "en").catch_up().scene.moment is None


def test_of_a_very_long_game_the_end_is_looked_through() -> None:
    room = long_game(40)
    assert len(room.game_table().steps) > 4000
    asyncio.run(find_decisive(room))

    assert room.decisive
    assert Story(room, 0, "en").catch_up().scene.moment

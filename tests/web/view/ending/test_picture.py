"""Drawings for links that are shared: whole, of letters and shapes alone, whoever sat there."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from xml.etree import ElementTree as ET

import pytest

from stammtisch.core.language import LANGUAGES, voice
from stammtisch.kernel.seats import SPECTATOR
from stammtisch.testing.walk import begin, random_walk
from stammtisch.web.faces import seat_colours
from stammtisch.web.tables.live_table import LiveTable
from stammtisch.web.view.ending.panel import ending_of
from stammtisch.web.view.ending.picture import game_picture, result_picture
from stammtisch.web.view.story import Story
from tests.subjects import EXACT
from tests.web.fixtures.finished_game import finished_game
from tests.web.games.random_pages import Moment

NAMES = ("<svg onload=alert(1)>", "M" * 24, "Wanda die Unerschrockene", "Łódź & “Söhne”", "木村さん", "Ottokar")
THEME = Path(__file__).parents[4] / "src" / "stammtisch" / "web" / "static" / "styles" / "theme.css"
SEATS = {"duel": 2, "gang": 6, "party": 4, "combo": 4}


@cache
def _room(game: str) -> LiveTable:
    return finished_game(game, {"seats": SEATS[game], **({"rounds": 2} if game == "gang" else {})}, NAMES)


def _words(drawing: str) -> list[str]:
    """Return what is written on a drawing, which must be one that stands alone."""
    whole = ET.fromstring(drawing)  # noqa: S314  # our own
    assert (whole.attrib["width"], whole.attrib["height"]) == ("1200", "630")
    assert not {"script", "image", "foreignObject"} & {one.tag.rpartition("}")[2] for one in whole.iter()}
    return [one.text or "" for one in whole.iter("{http://www.w3.org/2000/svg}text")]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", SEATS)
def test_a_result_names_everybody_once_as_they_are_called(game: str, language: str) -> None:
    ending = ending_of(Story(_room(game), SPECTATOR, language, everything=True).catch_up().scene)
    assert ending
    words = _words(result_picture(ending, "Title", "At the harbour"))
    assert "At the harbour" in words

    for name in NAMES[: SEATS[game]]:
        assert [one for one in words if one == name or (one.endswith("…") and name.startswith(one[:-1]))], name
    assert [one for one in words if one.endswith(".") and one[:-1].isdigit()] == [
        f"{line.place}." for line in ending.lines
    ]


def test_everybody_has_the_colour_that_they_have_on_the_page() -> None:
    colours = re.findall(r"--colour-\d: (#\w+);", THEME.read_text(encoding="utf-8"))
    room = finished_game("party", {"seats": 4}, NAMES)
    for place, colour in zip(room.places, (6, 3, -1, 7), strict=True):  # on the third seat somebody without a face
        place.colour = colour
    ending = ending_of(Story(room, SPECTATOR, "en", everything=True).catch_up().scene)
    assert ending
    dots = [dot for dot in ET.fromstring(result_picture(ending, "", "")).iter() if dot.get("stroke") == "#fff1d6"]  # noqa: S314

    dyes = seat_colours([place.colour for place in room.places])  # which base.html gives to the seats
    assert [dot.get("fill") for dot in dots] == [colours[dyes[line.one.seat]] for line in ending.lines]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("look", [*SEATS, "plain"])
def test_every_game_is_pictured_with_its_name_and_so_is_one_without_art(look: str, language: str) -> None:
    say = voice("stammtisch.web", language)
    words = _words(game_picture(look, "Its name", "A line. " * 40, say, "At the harbour"))

    assert {"Its name", "At the harbour"} <= {*words}


def test_a_game_without_a_picture_of_its_own_shows_its_winners() -> None:
    *_, (before, at) = pairwise(random_walk(begin(EXACT.game, {}), Random(4)))
    ending = ending_of(Moment(before, at).scene(SPECTATOR))
    assert ending

    assert not ending.hero
    assert set(_words(result_picture(ending, "", ""))) >= {one.name[0] for one in ending.winners}

"""Drawings are well-formed, small, different from each other, and carry no style of their own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest

from stammtisch.web.art import start_pictures
from stammtisch.web.art.cockroach import _MOODS, roach
from stammtisch.web.art.signs import SIGNS, sign
from stammtisch.web.games.party.disco import ball
from stammtisch.web.games.party.wardrobe import COSTUMES, guest

DRAWINGS = {f"guest {value}": str(guest(value)) for value in range(1, 14)}
DRAWINGS |= {
    f"{mood} {look} {queen}": str(roach(mood, look, queen=queen))
    for mood in _MOODS
    for look in (-1, 0, 1)
    for queen in (False, True)
}
DRAWINGS |= {name: str(sign(name)) for name in SIGNS}
PICTURES = {name: draw() for name, draw in start_pictures.PICTURES.items()} | {"ball": str(ball())}
FORBIDDEN = {"style", "id", "href", "onload", "onclick"}

drawings = pytest.mark.parametrize("name", [*DRAWINGS, *PICTURES])


def _elements(name: str) -> Iterator[ET.Element]:
    return ET.fromstring((DRAWINGS | PICTURES)[name]).iter()  # noqa: S314  # our own drawings


def _told(drawing: ET.Element) -> list[tuple[str, dict[str, list[str]]]]:
    """Return what a drawing shows: the kept ones are broken into lines."""
    return [
        (part.tag, {key: re.findall(r"-?[\d.]+|\S", value) for key, value in part.attrib.items()})
        for part in drawing.iter()
    ]


@drawings
def test_a_drawing_is_well_formed_and_has_no_style_or_script(name: str) -> None:
    for element in _elements(name):
        assert element.tag in {"svg", "g", "path", "circle", "ellipse", "rect"}
        assert not FORBIDDEN & set(element.attrib)


@drawings
def test_screen_readers_pass_over_a_drawing(name: str) -> None:
    assert next(_elements(name)).get("aria-hidden") == "true"


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_drawing_weighs_little(name: str) -> None:
    assert len(DRAWINGS[name]) < 2000


def test_no_two_drawings_are_alike() -> None:
    assert len(set(DRAWINGS.values())) == len(DRAWINGS)


def test_there_is_a_costume_for_every_card() -> None:
    assert len(COSTUMES) == 13
    for one, next_one in pairwise(COSTUMES):
        assert one != next_one


def test_the_king_and_the_queen_wear_gold() -> None:
    assert "#f2b632" in guest(13)
    assert "#f2b632" in roach("calm", queen=True)
    assert "#f2b632" not in roach("calm")


@pytest.mark.parametrize("name", start_pictures.PICTURES)
def test_the_start_page_shows_what_the_code_draws(name: str) -> None:
    kept = ET.fromstring(start_pictures.where(name).read_text(encoding="utf-8"))  # noqa: S314  # our own drawings
    assert _told(kept) == _told(next(_elements(name))), "python -m stammtisch.web.art.start_pictures, then scripts/fix"

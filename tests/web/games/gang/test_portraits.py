"""The 52 people of Gang of Crooks: every drawing is sound, light, one of a kind, and fit for a strict page."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest

from stammtisch.core.language import voice
from stammtisch.games.gang import notation
from stammtisch.games.gang.cards import CARDS
from stammtisch.web.games.gang import cards_art
from stammtisch.web.games.gang.portraits.cast import CAST
from stammtisch.web.games.gang.portraits.hats import CLOTHES, HATS
from stammtisch.web.games.gang.portraits.heads import BACKS, BEARDS, EYES, HAIR, HEADS, MOUTHS, NOSES
from stammtisch.web.games.gang.portraits.portrait import portrait
from stammtisch.web.games.gang.portraits.props import PROPS
from stammtisch.web.games.gang.poster import poster

LARGEST = 1600  # bytes of one person
SHAPES = {"g", "path", "circle", "ellipse", "rect"}
PAINT = {"fill", "fill-opacity", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-dasharray"}
PLACE = {"d", "cx", "cy", "r", "rx", "ry", "x", "y", "width", "height"}
everybody = pytest.mark.parametrize("card", range(CARDS), ids=notation.write)
say = voice("stammtisch.games.gang", "en")


@everybody
def test_a_drawing_is_made_of_plain_shapes_without_style_or_identity(card: int) -> None:
    elements = list(ET.fromstring(portrait(card)).iter())  # noqa: S314  # our own drawing

    assert {element.tag for element in elements} <= SHAPES
    assert {name for element in elements for name in element.attrib} <= PAINT | PLACE


@everybody
def test_a_drawing_is_light(card: int) -> None:
    assert len(portrait(card).encode()) < LARGEST


@everybody
def test_all_inks_are_filled_in(card: int) -> None:
    assert not re.search(r"[{}]", portrait(card))


def test_no_two_people_look_alike() -> None:
    assert len({portrait(card) for card in range(CARDS)}) == CARDS


def test_everybody_carries_something_of_their_own() -> None:
    assert len({looks.prop for looks in CAST}) == CARDS


def test_no_part_is_drawn_in_vain() -> None:
    drawers = {
        "head": HEADS,
        "back": BACKS,
        "hair": HAIR,
        "hat": HATS,
        "clothes": CLOTHES,
        "eyes": EYES,
        "nose": NOSES,
        "mouth": MOUTHS,
        "beard": BEARDS,
        "prop": PROPS,
    }
    unused = {
        f"{kind} {name}"
        for kind, drawer in drawers.items()
        for name in drawer
        if name and all(getattr(looks, kind) != name for looks in CAST)
    }

    assert unused == set()


def test_the_politician_has_too_many_teeth_and_nobody_else_has() -> None:
    assert [notation.write(card) for card, looks in enumerate(CAST) if looks.mouth == "teeth"] == ["r10"]


def test_a_page_holds_every_person_once() -> None:
    sheet = ET.fromstring(cards_art.people())  # noqa: S314  # our own drawing

    assert [symbol.get("id") for symbol in sheet] == [f"gang-{notation.write(card)}" for card in range(CARDS)]


@everybody
def test_a_card_shows_its_value_its_emblem_and_its_person(card: int) -> None:
    inside = cards_art.inside(card, say)

    assert ET.fromstring(f"<card>{inside}</card>")[0].text == str(card % 13)  # noqa: S314  # our own drawing
    assert cards_art.emblem(card // 13) in inside
    assert f'href="#gang-{notation.write(card)}"' in inside


def test_the_picture_of_the_game_is_sound_and_needs_no_style() -> None:
    picture = poster(voice("stammtisch.web", "en"))

    assert ET.fromstring(picture).tag == "svg"  # noqa: S314  # our own drawing
    assert "style" not in picture

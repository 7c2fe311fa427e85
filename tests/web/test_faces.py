"""Faces: everybody has one, it stays, and no two at a table have the same colour."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient

import stammtisch.web
from stammtisch.web.art.face_pictures import pictures, where
from stammtisch.web.faces import COLOURS, COSTUMES, usual_face
from stammtisch.web.tables.seating import BOT_NAMES
from tests.web.drivers.host import landlord, room_of
from tests.web.drivers.page import Visitor, visitor

STYLES = Path(stammtisch.web.__path__[0]) / "static" / "styles"


def _colours(server: TestClient, table: str) -> list[int]:
    return [place.colour for place in room_of(server, table).places]


def _wear(person: Visitor, costume: int, colour: int, name: str = "Anna") -> None:
    person.look("/me")
    assert person.send("/me", name=name, costume=str(costume), colour=str(colour)).status_code == 200


def test_the_files_are_what_is_drawn_and_the_styles_name_all_of_them() -> None:
    sheet = (STYLES / "faces.css").read_text(encoding="utf-8")

    assert {path.name: path.read_text(encoding="utf-8") for path in where().iterdir()} == pictures()
    assert set(re.findall(r"\.\./faces/([\w.-]+)", sheet)) == set(pictures())
    assert {f"seat-colour-{seat}-{colour}" for seat in range(6) for colour in range(COLOURS)} <= set(
        re.findall(r"\.(seat-colour-\d-\d)", sheet)
    )


def test_every_bot_has_a_face_and_a_colour_of_its_own() -> None:
    faces = [usual_face(name) for name in BOT_NAMES]

    assert len({face.costume for face in faces}) == len({face.colour for face in faces}) == len(BOT_NAMES)


def test_a_face_that_was_chosen_is_worn_at_every_table(server: TestClient) -> None:
    anna = visitor(server, "Anna")
    _wear(anna, 13, 6)
    worn = [room_of(server, anna.play_now(game)).places[0] for game in ("duel", "gang")]

    assert [(place.costume, place.colour) for place in worn] == [(13, 6), (13, 6)]
    assert re.search(r'value="13"\s+aria-label="[^"]+"\s+checked', anna.look("/me"))


@pytest.mark.parametrize(("costume", "colour"), [(0, 1), (COSTUMES + 1, 1), (3, COLOURS)])
def test_a_face_that_there_is_not_is_passed_over(costume: int, colour: int, server: TestClient) -> None:
    anna = visitor(server, "Anna")
    usual = room_of(server, anna.play_now("duel")).places[0]
    _wear(anna, costume, colour)
    worn = room_of(server, anna.play_now("duel")).places[0]

    assert (worn.costume, worn.colour) == (usual.costume, usual.colour)


def test_who_comes_later_gets_the_next_colour_that_is_free(server: TestClient) -> None:
    anna, tobi = visitor(server, "Anna"), visitor(server, "Tobi")
    _wear(anna, 1, 3)
    _wear(tobi, 2, 3, "Tobi")
    table = anna.open("gang")
    tobi.sit(table, "1")

    assert _colours(server, table) == [3, 4, -1, -1]
    tobi.sit(table, "2")
    assert _colours(server, table) == [3, -1, 4, -1]


def test_colours_stay_with_people_and_bots_after_a_rematch(server: TestClient) -> None:
    anna = visitor(server, "Anna")
    table = anna.play_now("duel")
    before = {place.name: (place.costume, place.colour) for place in room_of(server, table).places}
    anna.play_to_the_end(table)
    anna.send(f"{table}/again")
    after = room_of(server, anna.at).places

    assert [place.name for place in after] == [*reversed(before)]
    assert {place.name: (place.costume, place.colour) for place in after} == before
    shown = re.search(r'<body\s+class="([^"]*)"', anna.page)
    assert shown
    assert f"seat-colour-1-{before['Anna'][1]}" in shown[1]


def test_a_bot_that_takes_a_seat_over_has_its_own_costume_and_the_colour_of_the_seat(server: TestClient) -> None:
    anna = visitor(server, "Anna")
    table = anna.play_now("gang")
    colours = _colours(server, table)
    landlord(server).tell(f"/host{table.replace('/t/', '/tables/')}/replace", seat=0, level="easy")
    place = room_of(server, table).places[0]

    assert place.bot
    assert place.costume == usual_face(place.name).costume
    assert _colours(server, table) == colours

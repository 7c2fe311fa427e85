"""The form that opens a table: plain questions first, rare ones folded, and no more bots than there are seats."""

from __future__ import annotations

import json

import pytest
from starlette.testclient import TestClient

from stammtisch.games.combo.boards import PRINTED
from tests.web.drivers.host import room_of
from tests.web.drivers.page import Visitor, visitor

BOARD = {"stones": [1, 1, 1], "full_house": [0, 1, 2, 3], "flush": [0, 1, 2, 3], "three": [0, 1, 2, 3]}


def _rounds(server: TestClient, anna: Visitor, **fields: str) -> tuple[int, int]:
    room = room_of(server, anna.open("gang", **fields))
    return room.options.rounds, room.options.limit


def test_a_length_is_a_few_options_and_what_is_set_by_hand_goes_before_it(server: TestClient) -> None:
    anna = visitor(server, "Anna")
    untouched = {"o-seats": "4", "o-rounds": "0", "o-limit": "100", "o-first_round": "1"}

    assert _rounds(server, anna, form="0", **untouched) == (1, 100)
    assert _rounds(server, anna, form="1", **untouched) == (4, 100)
    assert _rounds(server, anna, form="0", **{**untouched, "o-rounds": "3", "o-limit": "50"}) == (3, 50)
    assert _rounds(server, anna, **untouched) == (0, 100)


def test_rare_options_are_folded_and_plain_ones_are_not(server: TestClient) -> None:
    plain, _, rare = visitor(server).look("/new/gang").partition("<details")

    for name in ("o-seats", "bots", "form", "pace", "name"):
        assert f'name="{name}"' in plain
    for name in ("o-rounds", "o-first_round", "o-limit"):
        assert f'name="{name}"' in rare


@pytest.mark.parametrize(("seats", "bots", "status"), [("4", "3", 200), ("4", "4", 422), ("3", "5", 422)])
def test_bots_take_no_more_seats_than_there_are_beside_ones_own(
    seats: str, bots: str, status: int, server: TestClient
) -> None:
    anna = visitor(server, "Anna")
    anna.look("/new/gang")
    answer = anna.send("/tables", **{"game": "gang", "o-seats": seats, "bots": bots})

    assert answer.status_code == status
    assert (f"there is room for {int(seats) - 1} bots" in answer.text) == (status == 422)


def test_a_field_left_empty_is_as_usual_and_a_board_may_be_pasted(server: TestClient) -> None:
    anna = visitor(server, "Anna")
    usual = room_of(server, anna.open("combo", **{"o-board": " "}))
    anna.look("/new/combo")
    refused = anna.send("/tables", **{"game": "combo", "o-board": json.dumps(BOARD)})

    assert list(usual.options.board) == PRINTED
    assert refused.status_code == 422
    assert "straight" in refused.text  # it was read: a part of it is missing


@pytest.mark.parametrize("language", ["de", "fr", "it"])
def test_no_english_word_stands_in_a_field(language: str, server: TestClient) -> None:
    anna = visitor(server)

    assert 'value="printed"' not in anna.look(f"/new/combo?lang={language}")
    assert 'value="chance"' not in anna.look(f"/new/party?lang={language}")

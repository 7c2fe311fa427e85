"""Options of a game: their limits, what they change, and what is said when they are not to be had."""

from __future__ import annotations

from typing import Any

import pytest

from stammtisch import Table, read_transcript, replay, write_transcript
from stammtisch.core.options import as_json, as_text, make_options, read_text
from stammtisch.errors import OptionError, TranscriptError
from stammtisch.games.combo import rules
from stammtisch.kernel import CHANCE
from tests.games.combo.arrange import draw

NAMES = "seats, quick, expert, first, board"
OWN = {
    "stones": [1, 1, 3],
    "full_house": [2, 3, 4, 6],
    "flush": [1, 1, 2, 3],
    "three": [2, 2, 3, 5],
    "straight": [5, 7, 9, 12],
    "columns": 9,
}
OWN_TEXT = (
    '{"stones":[1,1,3],"full_house":[2,3,4,6],"flush":[1,1,2,3],"three":[2,2,3,5],"straight":[5,7,9,12],"columns":9}'
)


def test_a_game_is_for_two_on_the_printed_board_unless_told_otherwise() -> None:
    o = make_options(rules, {})

    assert (o.seats, o.quick, o.expert, o.first, as_json(rules, o)["board"]) == (2, 0, 0, CHANCE, "printed")


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        ({"seats": 1}, "seats is 1; it may be 2 to 4"),
        ({"seats": 5}, "seats is 5; it may be 2 to 4"),
        ({"quick": 2}, "quick is 2; it may be yes or no"),
        ({"expert": "very"}, "expert is very; it may be yes or no"),
        ({"first": 4}, "first is 4; it may be chance or a seat from 0 to 3"),
        ({"first": 2}, "first is 2; it may be chance or a seat from 0 to 1"),
        ({"first": 3, "seats": 3}, "first is 3; it may be chance or a seat from 0 to 2"),
        ({"first": -1}, "first is -1; it may be chance or a seat from 0 to 3"),
        ({"levels": 4}, f"no option 'levels'; there are {NAMES}"),
        ({"each": 24}, f"no option 'each'; there are {NAMES}"),
        (
            {"board": "blue"},
            "board is blue; it may be printed, or a board with stones, full_house, flush, three, straight and columns",
        ),
        (
            {"board": 7},
            "board is 7; it may be printed, or a board with stones, full_house, flush, three, straight and columns",
        ),
    ],
)
def test_an_option_outside_its_limits_is_refused_with_what_it_may_be(choices: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError) as error:
        Table("combo", **choices)

    assert str(error.value) == message


@pytest.mark.parametrize(("seats", "first"), [(2, 1), (3, 2), (4, 3)])
def test_the_last_seat_may_be_the_first(seats: int, first: int) -> None:
    assert make_options(rules, {"seats": seats, "first": first}).first == first


@pytest.mark.parametrize(
    ("seats", "expert", "each"), [(2, 0, 24), (3, 0, 20), (4, 0, 18), (2, 1, 30), (3, 1, 24), (4, 1, 18)]
)
def test_seats_and_expert_decide_about_the_stones(seats: int, expert: int, each: int) -> None:
    assert make_options(rules, {"seats": seats, "expert": expert}).each == each


@pytest.mark.parametrize(
    "text",
    [
        "seats=3 quick=yes expert=no first=2 board=printed",
        "seats=2 quick=no expert=yes first=chance board=printed",
        f"seats=2 quick=no expert=no first=0 board={OWN_TEXT}",
    ],
)
def test_options_are_written_as_text_and_read_back(text: str) -> None:
    assert as_text(rules, make_options(rules, read_text(text))) == text


def test_options_are_written_as_json_and_read_back() -> None:
    choices = {"seats": 4, "quick": True, "expert": False, "first": 3, "board": OWN}

    assert as_json(rules, make_options(rules, choices)) == choices


def test_a_board_of_ones_own_is_kept_in_a_transcript_in_full() -> None:
    table = Table("combo", seed=3, board=OWN, first=0)
    for seat in (0, 1):
        table.play(seat, "start uft")
    draw(table, 0)
    text = write_transcript(table, views=True)
    again = replay(text)

    assert text.splitlines()[1] == f"options seats=2 quick=no expert=no first=0 board={OWN_TEXT}"
    assert read_transcript(text).choices["board"] == OWN
    assert (again.position, again.options) == (table.position, table.options)
    assert write_transcript(again, views=True) == text


def test_a_transcript_with_a_board_that_nobody_may_play_on_is_refused() -> None:
    board = OWN_TEXT.replace('"straight":[5', '"straight":[4')

    with pytest.raises(TranscriptError) as error:
        replay(f"game combo 2\noptions board={board}\nseed 1\n")

    assert str(error.value) == "transcript line 2: straight holds a hand limit of 4; it may be 5 or more"


def test_a_board_of_ones_own_decides_about_draws_limits_stones_and_columns() -> None:
    o = make_options(rules, {"board": OWN})

    assert (o.levels, o.columns, list(o.stones)) == (3, 9, [0, 1, 1, 3, 0, 0, 0])
    assert [list(row[:4]) for row in o.value] == [[2, 3, 4, 6], [1, 1, 2, 3], [2, 2, 3, 5], [5, 7, 9, 12]]


def test_the_expert_game_may_be_played_on_a_board_of_ones_own() -> None:
    o = make_options(rules, {"expert": True, "board": OWN})

    assert (o.levels, o.each) == (3, 30)


def test_the_option_sets_are_all_numbers_of_seats_quick_or_not_expert_or_not_and_two_own_boards() -> None:
    sets = [make_options(rules, choices) for choices in rules.OPTION_SETS]
    printed = [(o.seats, o.quick, o.expert) for o in sets if as_json(rules, o)["board"] == "printed"]

    assert sorted(printed) == [(seats, quick, expert) for seats in (2, 3, 4) for quick in (0, 1) for expert in (0, 1)]
    assert len(sets) - len(printed) == 2

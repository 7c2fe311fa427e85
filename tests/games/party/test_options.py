"""Options of a table: their limits, what they change, and what is said when they are not to be had."""

from __future__ import annotations

from typing import Any

import pytest

from stammtisch import Table
from stammtisch.core.options import as_json, as_text, make_options, read_text
from stammtisch.errors import OptionError
from stammtisch.games.party import rules
from stammtisch.kernel import NONE

NAMES = "seats, face_down, mirror, youngest"
AGES = "chance or all seats from youngest to oldest, such as 2,0,1"
OF_FOUR = "it may be chance or all seats from 0 to 3"


def test_a_game_is_for_four_without_variants_unless_told_otherwise() -> None:
    o = make_options(rules, {})

    assert (o.seats, o.face_down, o.mirror, o.youngest) == (4, 0, 0, [NONE] * 6)


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        ({"seats": 1}, "seats is 1; it may be 2 to 6"),
        ({"seats": 7}, "seats is 7; it may be 2 to 6"),
        ({"face_down": "perhaps"}, "face_down is perhaps; it may be yes or no"),
        ({"mirror": 2}, "mirror is 2; it may be yes or no"),
        ({"youngest": 3}, f"youngest is 3; it may be {AGES}"),
        ({"youngest": "Ada"}, f"youngest is Ada; it may be {AGES}"),
        ({"youngest": "0,1,2,6"}, f"youngest is 0,1,2,6; it may be {AGES}"),
        ({"youngest": "0;1;2;3"}, f"youngest is 0;1;2;3; it may be {AGES}"),
        ({"youngest": []}, f"youngest is []; it may be {AGES}"),
        ({"youngest": [0, 1, 2, -1]}, f"youngest is [0, 1, 2, -1]; it may be {AGES}"),
        ({"youngest": [0, 1, 2, True]}, f"youngest is [0, 1, 2, True]; it may be {AGES}"),
        ({"youngest": [0, 1, 2, 3, 4, 5, 0]}, f"youngest is [0, 1, 2, 3, 4, 5, ...]; it may be {AGES}"),
        ({"youngest": "0,1,2"}, f"youngest names the seats [0, 1, 2]; {OF_FOUR}"),
        ({"youngest": "0,1,2,2"}, f"youngest names the seats [0, 1, 2, 2]; {OF_FOUR}"),
        ({"youngest": [4, 1, 2, 0]}, f"youngest names the seats [4, 1, 2, 0]; {OF_FOUR}"),
        ({"youngest": "0,1,2,3,4"}, f"youngest names the seats [0, 1, 2, 3, 4]; {OF_FOUR}"),
        ({"last": 12}, f"no option 'last'; there are {NAMES}"),
        ({"paul": True}, f"no option 'paul'; there are {NAMES}"),
    ],
    ids=str,
)
def test_an_option_outside_its_limits_is_refused_with_what_it_may_be(choices: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError) as error:
        Table("party", **choices)

    assert str(error.value) == message


@pytest.mark.parametrize(("seats", "guests"), [(2, 3), (3, 3), (4, 4), (5, 5), (6, 6)])
def test_a_table_of_two_has_a_third_guest(seats: int, guests: int) -> None:
    assert make_options(rules, {"seats": seats}).guests == guests


@pytest.mark.parametrize(("face_down", "draws", "last"), [("no", 9, 13), ("yes", 8, 12)])
def test_face_down_cards_make_a_game_one_round_shorter(face_down: str, draws: int, last: int) -> None:
    o = make_options(rules, {"face_down": face_down})

    assert (o.draws, o.last) == (draws, last)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_the_mirror_makes_a_match_of_as_many_games_as_seats(seats: int) -> None:
    games = [make_options(rules, {"seats": seats, "mirror": mirror}).games for mirror in (False, True)]

    assert games == [1, seats]


def test_the_option_sets_are_all_numbers_of_seats_with_all_variants() -> None:
    sets = {(o.seats, o.face_down, o.mirror) for o in (make_options(rules, choices) for choices in rules.OPTION_SETS)}

    assert sets == {(seats, down, mirror) for seats in range(2, 7) for down in (0, 1) for mirror in (0, 1)}
    assert len(rules.OPTION_SETS) == len(sets)


@pytest.mark.parametrize("youngest", ["2,0,1", [2, 0, 1], (2, 0, 1)])
def test_ages_are_given_as_text_or_as_a_list(youngest: object) -> None:
    assert make_options(rules, {"seats": 3, "youngest": youngest}).youngest == [2, 0, 1, NONE, NONE, NONE]


@pytest.mark.parametrize(
    "text",
    ["seats=5 face_down=yes mirror=no youngest=chance", "seats=3 face_down=no mirror=yes youngest=[2,0,1]"],
)
def test_options_are_written_as_text_and_read_back(text: str) -> None:
    assert as_text(rules, make_options(rules, read_text(text))) == text


def test_options_are_written_as_json() -> None:
    o = make_options(rules, {"seats": 2, "face_down": True, "youngest": "1,0"})

    assert as_json(rules, o) == {"seats": 2, "face_down": True, "mirror": False, "youngest": [1, 0]}

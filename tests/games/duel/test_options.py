"""Options of a duel: their limits, what they change, and what is said when they are not to be had."""

from __future__ import annotations

from typing import Any

import pytest

from stammtisch import Table
from stammtisch.core.options import as_text, make_options, read_text
from stammtisch.errors import OptionError
from stammtisch.games.duel import rules
from stammtisch.kernel import CHANCE
from tests.games.duel.arrange import carry_on, duel

# two rounds after which the cockroaches of lanes 1 and 4 are one nearer to seat 1, and the others where they were
ONE_NEARER_TO_1 = "0: hide 4 | 1: turn 1, turn 4 | 1: hide 1 | 0: turn 1"


def test_a_duel_is_base_with_three_spaces_and_a_drawn_bluffer_unless_told_otherwise() -> None:
    o = make_options(rules, {})

    assert (o.seats, o.royal, o.first_bluffer, o.spaces) == (2, 0, CHANCE, 3)


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        ({"seats": 3}, "seats is 3; it may be 2 only"),
        ({"seats": 1}, "seats is 1; it may be 2 only"),
        ({"royal": "perhaps"}, "royal is perhaps; it may be yes or no"),
        ({"royal": 2}, "royal is 2; it may be yes or no"),
        ({"first_bluffer": 2}, "first_bluffer is 2; it may be chance or a seat from 0 to 1"),
        ({"first_bluffer": -1}, "first_bluffer is -1; it may be chance or a seat from 0 to 1"),
        ({"spaces": 0}, "spaces is 0; it may be 1 to 6"),
        ({"spaces": 7}, "spaces is 7; it may be 1 to 6"),
        ({"spaces": "many"}, "spaces is many; it may be 1 to 6"),
        ({"spaces": 2.5}, "spaces is 2.5; it may be 1 to 6"),
        ({"lanes": 5}, "no option 'lanes'; there are seats, royal, first_bluffer, spaces"),
        ({"goal": 4}, "no option 'goal'; there are seats, royal, first_bluffer, spaces"),
    ],
)
def test_an_option_outside_its_limits_is_refused_with_what_it_may_be(choices: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError) as error:
        Table("duel", **choices)

    assert str(error.value) == message


@pytest.mark.parametrize("spaces", range(1, 7))
def test_the_tile_space_lies_one_beyond_the_last_space(spaces: int) -> None:
    o = make_options(rules, {"spaces": spaces})

    assert o.goal == spaces + 1


@pytest.mark.parametrize("spaces", range(1, 7))
def test_a_cockroach_walks_all_spaces_of_its_lane_before_it_wins(spaces: int) -> None:
    table = duel(spaces=spaces)
    for _ in range(spaces):
        carry_on(table, ONE_NEARER_TO_1)

    assert (table.position.roach, table.over) == ([spaces, 0, 0, spaces], False)


@pytest.mark.parametrize("spaces", range(1, 7))
def test_one_space_more_wins(spaces: int) -> None:
    table = duel(spaces=spaces)
    for _ in range(spaces):
        carry_on(table, ONE_NEARER_TO_1)
    carry_on(table, "0: hide 4 | 1: turn 1")

    assert (table.position.roach, table.position.winner) == ([spaces + 1, 0, 0, spaces], 1)


@pytest.mark.parametrize("yes", [True, 1, "yes", "true", "Yes"])
def test_royal_may_be_asked_for_in_python_json_and_text(yes: object) -> None:
    table = duel(royal=yes)

    assert table.options.royal == 1


def test_options_are_written_as_text_and_read_back() -> None:
    text = "seats=2 royal=yes first_bluffer=1 spaces=5"
    o = make_options(rules, read_text(text))

    assert as_text(rules, o) == text


def test_a_drawn_bluffer_is_written_as_chance() -> None:
    o = make_options(rules, read_text("first_bluffer=chance"))

    assert as_text(rules, o) == "seats=2 royal=no first_bluffer=chance spaces=3"

"""Options of a match: their limits, what they change, and what is said when they are not to be had."""

from __future__ import annotations

from typing import Any

import pytest

from stammtisch import Table
from stammtisch.core.options import as_text, make_options, read_text
from stammtisch.errors import OptionError
from stammtisch.games.gang import notation, rules
from tests.games.gang.arrange import texts

NAMES = "seats, limit, rounds, first_round"


def test_a_match_is_for_four_to_above_100_from_round_1_unless_told_otherwise() -> None:
    o = make_options(rules, {})

    assert (o.seats, o.limit, o.rounds, o.first_round) == (4, 100, 0, 1)


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        ({"seats": 2}, "seats is 2; it may be 3 to 6"),
        ({"seats": 7}, "seats is 7; it may be 3 to 6"),
        ({"limit": 0}, "limit is 0; it may be 1 to 1000"),
        ({"limit": 1001}, "limit is 1001; it may be 1 to 1000"),
        ({"limit": "high"}, "limit is high; it may be 1 to 1000"),
        ({"rounds": -1}, "rounds is -1; it may be 0 to 100"),
        ({"rounds": 101}, "rounds is 101; it may be 0 to 100"),
        ({"first_round": 0}, "first_round is 0; it may be 1 to 6"),
        ({"first_round": 7}, "first_round is 7; it may be 1 to 6"),
        ({"deck": 1}, f"no option 'deck'; there are {NAMES}"),
        ({"politician": 13}, f"no option 'politician'; there are {NAMES}"),
    ],
)
def test_an_option_outside_its_limits_is_refused_with_what_it_may_be(choices: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError) as error:
        Table("gang", **choices)

    assert str(error.value) == message


@pytest.mark.parametrize(
    ("seats", "cards", "opening", "each", "points"),
    [
        (3, 48, "g1", 16, (12, 24, 48)),
        (4, 52, "g0", 13, (13, 26, 52)),
        (5, 50, "g0", 10, (13, 26, 52)),
        (6, 48, "g1", 8, (12, 24, 48)),
    ],
)
def test_the_number_of_seats_decides_about_cards_and_points(
    seats: int, cards: int, opening: str, each: int, points: tuple[int, int, int]
) -> None:
    o = make_options(rules, {"seats": seats})

    assert (len(texts(o.deck)), notation.write(o.opening), o.each) == (cards, opening, each)
    assert (o.politician, 2 * o.politician, 4 * o.politician) == points


@pytest.mark.parametrize("limit", [1, 1000])
def test_the_ends_of_the_limits_are_allowed(limit: int) -> None:
    assert make_options(rules, {"limit": limit}).limit == limit


def test_a_match_may_begin_with_any_round() -> None:
    table = Table("gang", seed=1, seats=3, first_round=5)

    assert table.position.round_number == 5


def test_options_are_written_as_text_and_read_back() -> None:
    text = "seats=5 limit=60 rounds=3 first_round=2"

    assert as_text(rules, make_options(rules, read_text(text))) == text

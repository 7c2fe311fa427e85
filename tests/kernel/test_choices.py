"""Each kind of choice reads what people, JSON and text give it, writes it back, and says what it accepts."""

from __future__ import annotations

import json
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stammtisch.kernel.choices import CHANCE, Between, Choice, SeatOrChance, YesNo

SEATS: Final = Between(3, 6)
ANYTHING: Final = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.from_regex("-?[0-9]+", fullmatch=True),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=5,
)


@pytest.mark.parametrize(("value", "held"), [(3, 3), (6, 6), ("4", 4), ("06", 6)])
def test_a_number_between_the_ends_is_read(value: object, held: int) -> None:
    assert SEATS.read(value) == held


@pytest.mark.parametrize(
    "value", [2, 7, "2", "7", True, 4.0, None, "", "four", "4.0", " 4", "4\n", "+4", "1_0", "²", "٤", [4], {"4": 4}]
)
def test_what_is_no_number_between_the_ends_is_not_read(value: object) -> None:
    assert SEATS.read(value) is None


@pytest.mark.parametrize("digits", [19, 4300, 4301, 100_000])
def test_a_number_with_very_many_digits_is_not_read(digits: int) -> None:
    assert Between(0, 10**20).read("9" * digits) is None
    assert SeatOrChance(2).read("9" * digits) is None


def test_numbers_below_zero_are_read_from_their_digits_too() -> None:
    below = Between(-5, 5)

    assert [below.read(value) for value in (-5, "-5", "-6", "--5", "-")] == [-5, -5, None, None, None]


@pytest.mark.parametrize(("value", "held"), [(True, 1), (1, 1), ("yes", 1), ("true", 1), ("1", 1), ("YES", 1)])
def test_yes_is_read_in_every_form(value: object, held: int) -> None:
    assert YesNo().read(value) == held


@pytest.mark.parametrize("value", [False, 0, "no", "false", "0", "No"])
def test_no_is_read_in_every_form(value: object) -> None:
    assert YesNo().read(value) == 0


@pytest.mark.parametrize("value", [2, -1, "2", "maybe", "", None, 1.0, 0.0, [], [True], {}])
def test_what_is_neither_yes_nor_no_is_not_read(value: object) -> None:
    assert YesNo().read(value) is None


def test_what_yes_and_no_are_read_as_is_a_number() -> None:
    assert type(YesNo().read("yes")) is type(YesNo().read(value=False)) is int


@pytest.mark.parametrize(("value", "held"), [("chance", CHANCE), (0, 0), (1, 1), ("1", 1)])
def test_a_seat_or_chance_is_read(value: object, held: int) -> None:
    assert SeatOrChance(2).read(value) == held


@pytest.mark.parametrize("value", [2, -1, "2", "-1", "Chance", "", None, True, 1.0, ["chance"]])
def test_what_is_neither_seat_nor_chance_is_not_read(value: object) -> None:
    assert SeatOrChance(2).read(value) is None


@pytest.mark.parametrize(
    ("choice", "sentence"),
    [
        (Between(3, 6), "3 to 6"),
        (Between(2, 2), "2 only"),
        (YesNo(), "yes or no"),
        (SeatOrChance(4), "chance or a seat from 0 to 3"),
    ],
)
def test_each_kind_says_what_it_may_be(choice: Choice, sentence: str) -> None:
    assert choice.accepts() == sentence


@pytest.mark.parametrize(
    ("choice", "held", "written"),
    [
        (Between(3, 6), 4, 4),
        (YesNo(), 1, True),
        (YesNo(), 0, False),
        (SeatOrChance(4), 3, 3),
        (SeatOrChance(4), CHANCE, "chance"),
    ],
)
def test_what_is_held_is_written_as_json_and_read_back(choice: Choice, held: object, written: object) -> None:
    assert choice.write(held) == written
    assert type(choice.write(held)) is type(written)
    assert choice.read(json.loads(json.dumps(choice.write(held)))) == held


@given(st.sampled_from([SEATS, Between(-5, 5), YesNo(), SeatOrChance(3)]), ANYTHING)
def test_anything_is_either_read_as_something_that_can_be_written_or_not_at_all(choice: Choice, value: object) -> None:
    held = choice.read(value)

    assert held is None or choice.read(choice.write(held)) == held

"""Positions that somebody wrote are looked at before compiled code sees them."""

from __future__ import annotations

import json
from random import Random
from typing import Any
from urllib.parse import quote

import pytest

from stammtisch import Table
from stammtisch.adapters.spiel_positions import read_position
from stammtisch.errors import FeatureError
from stammtisch.games.duel.rules import Phase, State
from tests.adapters.spiel_games import FOUR, load
from tests.subjects import SUBJECTS

CANNOT = "the rules of duel cannot play on from it$"


def _written(**fields: Any) -> str:
    """Return a position in which a round of a duel begins, with some fields as they are given."""
    table = Table("duel", seed=1)
    for field, value in fields.items():
        setattr(table.position, field, value)
    return json.dumps(table.position.words())


@FOUR
def test_every_position_of_a_game_can_be_a_beginning(name: str) -> None:
    random, table = Random(f"beginnings of {name}"), Table(name, seed=1)
    for number in range(120):
        if table.over:
            break
        if number % 20 == 0:
            position = read_position(table.game, table.options, json.dumps(table.position.words()))
            assert position == table.position
        seat = table.waiting[0]
        table.play(seat, random.choice(table.actions(seat)))

    assert number > 3


def test_a_game_that_is_over_can_be_a_beginning() -> None:
    table, random = Table("duel", seed=1, spaces=1), Random("over")
    while not table.over:
        table.play(table.waiting[0], random.choice(table.actions(table.waiting[0])))

    assert read_position(table.game, table.options, json.dumps(table.position.words())) == table.position


@pytest.mark.parametrize(
    "text",
    [
        "[Infinity]",
        "[NaN]",
        "7",
        "{}",
        "[" * 100_000,
        "[1, 2]",
        _written(rounds=1 << 63),
        _written(rounds=-(1 << 63) - 1),
        json.dumps([1.5] * State.length),
        json.dumps(["1"] * State.length),
        json.dumps([True] * State.length),
    ],
    ids=lambda text: text[:20],
)
def test_what_are_no_words_of_a_position_is_refused(text: str) -> None:
    with pytest.raises(FeatureError, match=r"^position is .*; it may be the words of a position of duel$"):
        load("duel", position=quote(text, safe=""))


@pytest.mark.parametrize(
    "fields",
    [
        {"phase": 99},
        {"phase": -1},
        {"bluffer": 2},
        {"bluffer": -2},
        {"bluffer": 1 << 40},
        {"phase": Phase.GUESS, "bluffer": -(1 << 40)},
        {"phase": Phase.GUESS, "turned": 15},
        {"phase": Phase.GUESS, "red": 1 << 40},
        {"phase": Phase.CROSS, "turned": -1, "red": 1 << 20},
        {"phase": Phase.CROSS, "bluffer": 1, "roach": [(1 << 63) - 1] * 4},
    ],
    ids=str,
)
def test_what_would_lead_compiled_code_astray_is_refused(fields: dict[str, Any]) -> None:
    with pytest.raises(FeatureError, match=CANNOT):
        load("duel", position=quote(_written(**fields), safe=""))


def test_a_row_is_not_counted_from_its_end() -> None:
    def view(s: Any, o: Any, seat: int, out: Any) -> None:  # noqa: ARG001
        out.rounds = s.roach[s.winner]

    _refused_by(view=view)


def test_rules_that_come_to_no_end_are_left() -> None:
    def apply(s: Any, o: Any, seat: int, action: int) -> None:  # noqa: ARG001
        while s.rounds:
            s.rounds |= 1

    _refused_by(apply=apply)


def test_table_may_not_be_asked_for_ever() -> None:
    def apply(s: Any, o: Any, seat: int, action: int) -> None:  # noqa: ARG001
        s.phase = Phase.CROSS

    _refused_by(_written(phase=Phase.CROSS), apply=apply)


def _refused_by(text: str | None = None, **planted: Any) -> None:
    """Read a position that the rules of a duel can play on from, by rules that cannot."""
    table, text = Table("duel", seed=1), text or _written()
    read_position(table.game, table.options, text)
    with pytest.raises(FeatureError, match=CANNOT):
        read_position(SUBJECTS["duel"].planted(**planted).game, table.options, text)

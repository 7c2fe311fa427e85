"""The result of a game says how it ended, for whom it counts, and nothing that is too long."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest

from stammtisch.club.finished_game import Circumstances, Sitter, result_of
from stammtisch.core.table import Table
from stammtisch.store.contract import StoredTable

SAVED = StoredTable("t", "duel", 1, {"spaces": 1}, b"s", "over", 5.0, {})
SITTERS = (Sitter("anna", "Anna", "easy"), Sitter("", "Resi", "strong"))


def _over() -> Table:
    table = Table("duel", seed=3, spaces=1, first_bluffer=0)
    random = Random(1)
    while not table.over:
        table.play(table.waiting[0], random.choice(table.legal(table.waiting[0])))
    return table


def test_a_game_that_goes_on_has_no_result() -> None:
    assert result_of(SAVED, Table("duel", seed=3), Circumstances(SITTERS, may_be_rated=True), 7.0) is None


def test_a_result_says_who_sat_there_and_how_they_came_off() -> None:
    table = _over()
    outcome = table.outcome()
    found = result_of(SAVED, table, Circumstances(SITTERS, may_be_rated=True, evening="first"), 7.0)

    assert outcome
    assert found
    assert (found.finished, found.steps, found.evening, found.rated) == (7.0, len(table.steps), "first", True)
    assert [(one.person, one.level) for one in found.seats] == [("anna", ""), ("", "strong")]
    assert tuple(one.score for one in found.seats) == outcome.scores
    assert sum(one.share for one in found.seats) == 1


@pytest.mark.parametrize(
    ("around", "rated"),
    [
        (Circumstances(SITTERS, may_be_rated=True), True),
        (Circumstances(SITTERS, may_be_rated=False), False),
        (Circumstances(SITTERS, may_be_rated=True, practised=True), False),
        (Circumstances([replace(SITTERS[0], hints=1), SITTERS[1]], may_be_rated=True), False),
    ],
)
def test_with_help_from_the_house_or_just_for_fun_no_game_is_rated(around: Circumstances, *, rated: bool) -> None:
    found = result_of(SAVED, _over(), around, 7.0)

    assert found
    assert found.rated == rated


def test_long_options_are_kept_by_their_hash() -> None:
    saved = replace(SAVED, choices={"spaces": 1, "board": "x" * 300})
    found = result_of(saved, _over(), Circumstances(SITTERS, may_be_rated=True), 7.0)

    assert found
    assert found.choices["spaces"] == 1
    assert str(found.choices["board"]).startswith("sha256:")
    assert len(json.dumps(found.choices)) < 150

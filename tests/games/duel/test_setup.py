"""Game setup: the board, who begins, and what lies where before anything is played."""

from __future__ import annotations

import pytest

from stammtisch import Table
from stammtisch.core.nature import ListedNature
from stammtisch.games.duel import notation
from stammtisch.games.duel.rules import Phase
from stammtisch.kernel import NATURE, NONE
from tests.games.duel.arrange import duel


def test_all_cockroaches_start_in_the_middle() -> None:
    table = duel()

    assert table.position.roach == [0, 0, 0, 0]


def test_no_tile_lies_on_the_board_at_first() -> None:
    table = duel()

    assert (table.position.red, table.position.turned) == (NONE, 0)


def test_the_crown_lies_aside_at_first() -> None:
    table = duel(royal=True)

    assert table.position.queen == NONE


def test_a_game_begins_with_round_one() -> None:
    table = duel()

    assert (table.position.rounds, table.position.winner) == (1, NONE)


def test_nobody_has_decided_anything_at_first() -> None:
    table = duel()

    assert table.position.decided == [0, 0]


@pytest.mark.parametrize("seat", [0, 1])
def test_a_given_first_bluffer_begins_without_a_draw(seat: int) -> None:
    table = duel(first_bluffer=seat)

    assert (table.steps, table.waiting) == ([], (seat,))


@pytest.mark.parametrize("seat", [0, 1])
def test_nature_draws_the_first_bluffer_otherwise(seat: int) -> None:
    table = Table("duel", nature=ListedNature([notation.read(f"first {seat}")]))

    assert [(step.seat, table.action_name(step.action)) for step in table.steps] == [(NATURE, f"first {seat}")]
    assert (table.position.bluffer, table.waiting) == (seat, (seat,))


def test_chance_makes_either_seat_the_first_bluffer() -> None:
    first = [Table("duel", seed=seed).position.bluffer for seed in range(40)]

    assert set(first) == {0, 1}


def test_the_same_seed_draws_the_same_first_bluffer() -> None:
    first = [Table("duel", seed=seed).position.bluffer for seed in range(20)]
    again = [Table("duel", seed=seed).position.bluffer for seed in range(20)]

    assert first == again


def test_the_bluffer_is_asked_before_the_guesser() -> None:
    table = duel()

    assert (Phase(table.position.phase), table.waiting) == (Phase.BLUFF, (0,))


def test_a_game_that_has_just_begun_has_no_outcome() -> None:
    table = duel()

    assert (table.over, table.outcome()) == (False, None)

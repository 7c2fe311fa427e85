"""The choices of NATURE: a seed fixes them, a list gives them, and a batch makes the same ones."""

from __future__ import annotations

import pytest

from stammtisch import Table
from stammtisch.batch.cpu import play_random_games
from stammtisch.core.nature import ListedNature, SeededNature
from stammtisch.errors import NatureError
from stammtisch.games import duel
from stammtisch.kernel.chance import DEALS, STREAM_LENGTH, draw, open_stream
from stammtisch.kernel.seats import NATURE
from tests.core import pips
from tests.core.pips.rules import ROLL


def rolls_of(table: Table) -> list[int]:
    """Play a long game of Pips, every seat guessing 1, and return what NATURE rolled."""
    while not table.over:
        table.play(table.waiting[0], "guess 1", "sure")
    return [step.action - ROLL for step in table.steps if step.seat == NATURE]


def test_equal_seeds_give_equal_deals() -> None:
    games = [Table(pips, seed=seed, rounds=9) for seed in (7, 7, 8)]
    one, again, other = map(rolls_of, games)

    assert one == again != other
    assert games[0].position == games[1].position


def test_choice_k_of_nature_is_draw_k_of_the_stream_of_deals() -> None:
    stream = [0] * STREAM_LENGTH
    open_stream(stream, 7, DEALS, 0)

    assert rolls_of(Table(pips, seed=7, rounds=9)) == [draw(stream, 6) for _ in range(9)]


def test_a_table_without_a_seed_draws_one() -> None:
    seeds = {Table("duel").seed for _ in range(20)}

    assert len(seeds) == 20
    assert all(0 <= seed < 2**63 for seed in seeds)


def test_a_drawn_seed_can_be_given_again() -> None:
    table = Table(pips, rounds=9)

    assert rolls_of(Table(pips, seed=table.seed, rounds=9)) == rolls_of(table)


@pytest.mark.parametrize("seed", [-1, 2**63])
def test_a_seed_out_of_range_is_refused(seed: int) -> None:
    with pytest.raises(NatureError) as caught:
        Table("duel", seed=seed)

    assert str(caught.value) == f"seed is {seed}; it may be 0 to 2^63 - 1"


@pytest.mark.parametrize("seed", [0, 2**63 - 1])
def test_the_smallest_and_the_largest_seed_are_taken(seed: int) -> None:
    assert Table("duel", seed=seed).nature == SeededNature(seed)


def test_listed_choices_of_nature_are_taken_in_order() -> None:
    assert rolls_of(Table(pips, nature=ListedNature([ROLL + 5, ROLL + 1, ROLL + 3]), rounds=3)) == [5, 1, 3]


def test_a_listed_choice_that_is_not_legal_is_refused() -> None:
    with pytest.raises(NatureError, match=r"^choice 1 of NATURE is 3; it may be 12, 13$"):
        Table("duel", nature=ListedNature([3]))


@pytest.mark.parametrize("known", [0, 1, 7, 8, 20])
def test_a_game_taken_up_again_is_dealt_what_it_would_have_been_dealt(known: int) -> None:
    whole = Table(pips, seed=7, rounds=9)
    rolls = rolls_of(whole)
    again = Table.undealt(pips, 7, {"rounds": 9})
    for step in whole.steps[:known]:
        again.follow(step.seat, step.action)
    again.carry_on()
    while not again.over:
        seat = again.waiting[0]
        again.play(seat, again.actions(seat)[0])

    assert [step.action - ROLL for step in again.steps if step.seat == NATURE] == rolls


@pytest.mark.parametrize("seed", range(8))
def test_a_table_is_dealt_what_game_0_of_a_batch_with_its_seed_is_dealt(seed: int) -> None:
    batch = play_random_games(duel, games=1, seed=seed, most=1, threads=1)
    first = duel.rules.State.of(batch.positions[0])

    assert Table("duel", seed=seed).position == first

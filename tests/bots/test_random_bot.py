"""The bot that takes any legal action."""

from __future__ import annotations

from collections import Counter

import pytest

from stammtisch import Table
from stammtisch.bots.random_bot import RandomBot
from stammtisch.games import duel
from stammtisch.kernel.seats import UNKNOWN
from tests.subjects import SUBJECTS

BOT = RandomBot(duel)


@pytest.mark.parametrize("name", SUBJECTS)
def test_it_plays_every_game_to_the_end(name: str) -> None:
    game = SUBJECTS[name].game
    for seed, choices in enumerate(game.rules.OPTION_SETS):
        table = Table.undealt(game, seed, dict(choices))
        table.carry_on()
        while not table.over:
            seat, number = table.waiting[-1], len(table.steps)
            table.play(seat, *RandomBot(game).choose(table.view(seat), table.options, seat, seed, number))
        assert table.outcome is not None, choices


def test_it_chooses_the_same_for_the_same_step_and_seed() -> None:
    table = Table("duel", seed=1, first_bluffer=0)
    view = table.view(0)
    choices = [[BOT.choose(view, table.options, 0, seed, 0) for seed in range(50)] for _ in range(2)]
    assert choices[0] == choices[1]


def test_it_needs_no_more_than_a_view() -> None:
    table = Table("duel", seed=1, first_bluffer=0)
    table.play(0, "hide 2")
    assert table.view(1).red == UNKNOWN
    assert BOT.choose(table.view(1), table.options, 1, 1, 1)[0] in table.actions(1)


def test_its_choices_are_as_good_as_equally_likely() -> None:
    table = Table("duel", seed=1, first_bluffer=0)
    for seed, numbers in ((7, range(4000)), (8, range(0, 8000, 2))):
        counts = Counter(BOT.choose(table.view(0), table.options, 0, seed, number)[0] for number in numbers)
        assert sorted(counts) == table.actions(0)
        assert all(abs(count - 1000) < 130 for count in counts.values())


def test_seats_that_choose_at_the_same_step_choose_by_themselves() -> None:
    tables = [Table("duel", seed=1, first_bluffer=seat) for seat in (0, 1)]
    pairs = [
        tuple(BOT.choose(table.view(seat), table.options, seat, 7, number)[0] for seat, table in enumerate(tables))
        for number in range(200)
    ]
    assert len(set(pairs)) == 16

"""A game between bots is the game that a table would have seen."""

from __future__ import annotations

from time import perf_counter
from types import ModuleType
from typing import Any

import pytest

from stammtisch.bots.arena.compiled_game import CompiledGame, Player
from stammtisch.bots.levels import find_bot
from stammtisch.bots.random_bot import RandomBot
from stammtisch.core.game import Game, find_game
from stammtisch.core.options import make_options
from stammtisch.core.table import Table
from stammtisch.errors import BotFault
from stammtisch.games import combo, duel, gang, party
from tests.sample import exact

CHANCE = 11


def _at_a_table(game: Game, bots: list[Any], seed: int, choices: dict[str, object]) -> Table:
    table = Table.undealt(game, seed, choices)
    table.carry_on()
    while table.waiting:
        seat = table.waiting[0]
        number = len(table.steps)
        table.play(seat, *bots[seat].choose(table.view(seat), table.options, seat, CHANCE, number))
    return table


@pytest.mark.parametrize(
    ("game", "choices"),
    [
        (duel, {}),
        (duel, {"royal": True, "spaces": 1}),
        (gang, {"rounds": 2}),
        (gang, {"seats": 6, "rounds": 1}),
        (party, {"seats": 2}),
        (party, {"seats": 3, "face_down": True, "mirror": True}),
        (combo, {}),
        (exact, {}),
    ],
)
def test_the_same_seeds_lead_to_the_same_end_as_at_a_table(game: Game, choices: dict[str, object]) -> None:
    options = make_options(game.rules, choices)
    for seed in (1, 2):
        bots = [RandomBot(game) for _ in range(options.seats)]
        table = _at_a_table(game, bots, seed, choices)
        bout = CompiledGame(game, options, [Player("random", bot, game) for bot in bots], seed, CHANCE)
        result = bout.play()
        outcome = table.outcome()

        assert outcome is not None
        assert bout.position == table.position
        assert bout.steps == len(table.steps)
        assert (result.scores, result.places) == (outcome.scores, outcome.places)
        assert result.worths == tuple(game.rules.worth(table.position, options, seat) for seat in range(options.seats))


def test_bots_of_different_kinds_sit_where_they_were_put() -> None:
    game = find_game("gang")
    options = make_options(game.rules, {"rounds": 1})
    bots = [find_bot(game, name) for name in ("random", "easy", "random", "easy")]
    table = _at_a_table(game, bots, 5, {"rounds": 1})
    bout = CompiledGame(game, options, [Player("", bot, game) for bot in bots], 5, CHANCE)
    bout.play()

    assert bout.position == table.position


def test_decisions_and_the_time_for_them_are_counted() -> None:
    game = find_game("gang")
    players = [Player(str(seat), RandomBot(game), game) for seat in range(4)]
    bout = CompiledGame(game, make_options(game.rules, {"rounds": 1}), players, 1, CHANCE)
    begin = perf_counter()
    bout.play()
    taken = perf_counter() - begin

    assert [player.decisions for player in players] == [14] * 4  # three cards to pass are one decision
    assert all(player.seconds > 0 for player in players)
    assert sum(player.seconds for player in players) < taken


@pytest.mark.parametrize(
    ("bot", "problem"),
    [
        ("mortal", "ValueError: no more ideas"),
        ("outlaw", "turn 1: NOT_AN_ACTION_NOW"),
        ("silent", "it returned no action"),
        ("wordy", "it returned ['turn 1'], which are no actions"),
        ("endless", "it returned 9 actions, more than its decision has"),
    ],
)
def test_a_bot_that_fails_is_named_with_its_seat_and_what_it_did(visitors: ModuleType, bot: str, problem: str) -> None:
    options = make_options(duel.rules, {"first_bluffer": 0})
    players = [Player("careful", visitors.careful(duel), duel), Player(bot, getattr(visitors, bot)(duel), duel)]
    bout = CompiledGame(duel, options, players[::-1], 4, CHANCE)
    with pytest.raises(BotFault) as caught:
        bout.play()

    assert (caught.value.bot, caught.value.seat, caught.value.problem) == (bot, 0, problem)
    assert caught.value.step == bout.steps

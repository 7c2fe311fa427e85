"""Games that compiled code plays for quick bots are those that the bots play themselves."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from itertools import product
from types import ModuleType
from typing import Any, cast

import numpy as np
import pytest

from stammtisch.bots.arena.compiled_game import CompiledGame, Player
from stammtisch.bots.arena.match import cached_options, cached_player
from stammtisch.core.game import Game, find_game, hints_of
from stammtisch.core.outcome import outcome_of
from stammtisch.core.table import Table
from stammtisch.kernel import chance
from stammtisch.kernel.bits import count, lowest_in, nth, words_for
from stammtisch.kernel.chance import CHOICES, STREAM_LENGTH, WORLDS, draw, open_stream
from stammtisch.kernel.compile import driver
from stammtisch.kernel.seats import NATURE
from stammtisch.study.block import DEALS, MOST_STEPS, DealBlock, play_block
from stammtisch.study.game_record import GameRecord
from stammtisch.study.moments.watched_game import WatchedGame
from stammtisch.study.plan import Cell, make_plan
from stammtisch.study.report.highlights import transcript_of
from stammtisch.study.results import CellResults

OURS = ["duel", *(pytest.param(name, marks=pytest.mark.deep) for name in ("gang", "party", "combo"))]
BOTS = {
    "duel": ("easy", "random"),
    "gang": ("easy", "random", "random"),
    "party": ("random", "easy"),
    "combo": ("easy",),
}


def taken_by_bots(
    cell: Cell, deal: int, lineup: int, player: Callable[[str, str], Player] = cached_player
) -> list[tuple[int, int]]:
    """Return what the bots of a cell do that play themselves."""
    match = cell.match
    players = [player(match.game, name) for name in cell.lineups[lineup]]
    options = cached_options(match.game, match.chosen)
    seeds = match.deal_seed(deal), match.chance_seed(deal, lineup)
    game = CompiledGame(find_game(match.game), options, players, *seeds)
    game.play()
    return game.taken


@pytest.mark.deep
def test_a_game_lies_in_memory_that_is_its_own_until_it_ends() -> None:
    """What was given back is overwritten at once here (by the C library of Linux); nothing of it may still be read."""
    script = (
        "from stammtisch.study.block import DealBlock, play_block; from stammtisch.study.plan import make_plan;"
        "cell = make_plan('combo', {'quick': True}, {}, ('random',), 2).cells[0];"
        "print([*map(list, play_block(DealBlock(0, 0, cell)).games[0].course.taken)])"
    )
    environment = {**os.environ, "MALLOC_PERTURB_": "165"}
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True)  # noqa: S603  # ours
    cell = make_plan("combo", {"quick": True}, {}, ("random",), 2).cells[0]

    assert json.loads(done.stdout) == [list(one) for one in taken_by_bots(cell, 0, 0)]


@pytest.mark.parametrize("name", OURS)
def test_quick_bots_play_the_same_in_compiled_code(name: str) -> None:
    cell = make_plan(name, {"rounds": 1} if name == "gang" else {}, {}, BOTS[name], 2).cells[0]
    rules = cast(ModuleType, find_game(name).rules)
    games: Any = driver("stammtisch.kernel.drivers.recorded_games", rules)
    options = np.array(cached_options(name, cell.match.chosen).words(), np.int64)
    taken = np.zeros((MOST_STEPS, 2), np.int64)
    nothing = np.zeros((len(cell.match.lineup), words_for(rules.ACTIONS)), np.int64)
    for deal in range(4):
        for lineup, seats in enumerate(cell.lineups):
            ruled = sum(1 << seat for seat, bot in enumerate(seats) if bot == "easy")
            seeds = cell.match.deal_seed(deal), cell.match.chance_seed(deal, lineup)
            acted = games.play_by_hints(options, *seeds, ruled, nothing, False, MOST_STEPS, taken)  # noqa: FBT003

            assert taken_by_bots(cell, deal, lineup) == [tuple(row) for row in taken[:acted].tolist()]


def test_a_block_plays_the_games_of_its_bots() -> None:
    cell = make_plan("duel", {}, {}, ("easy", "random"), 2).cells[0]
    for number in range(3):
        watched = play_block(DealBlock(0, number, cell)).games[0]

        assert watched.course is not None
        assert list(watched.course.taken) == taken_by_bots(cell, number * DEALS, 0)


def test_a_game_is_recorded_as_it_was_played() -> None:
    cell = make_plan("duel", {}, {}, ("easy", "random"), 2).cells[0]
    record = play_block(DealBlock(0, 1, cell)).games[0]
    table = Table.undealt(find_game("duel"), cell.match.deal_seed(DEALS), cell.match.options)
    table.carry_on()
    assert record.course is not None
    for seat, action in record.course.taken:
        table.play(seat, action)
    outcome = table.outcome()

    assert outcome is not None
    assert (record.deal, record.places, record.scores) == (DEALS, outcome.places, outcome.scores)
    assert record.steps == len(table.steps)
    assert record.decisions == sum(table.position.decided[:2])
    assert transcript_of(CellResults(cell, [record], {}), record).count("place") == 1


def test_a_record_is_the_same_after_it_was_kept() -> None:
    cell = make_plan("duel", {}, {}, ("easy",), 2).cells[0]
    for record in play_block(DealBlock(0, 0, cell)).games:
        assert GameRecord.of_row(record.as_row()) == record


def test_the_first_game_of_a_block_is_watched_and_chances_add_up() -> None:
    cell = make_plan("duel", {}, {}, ("easy",), 2).cells[0]
    games = play_block(DealBlock(0, 0, cell)).games

    assert [game.course is not None for game in games] == [True, *[False] * (2 * DEALS - 1)]
    assert games[0].course is not None
    assert all(sum(chances) == pytest.approx(1, abs=1e-5) for chances in games[0].course.chances)
    assert games[0].course.hidden <= games[0].course.spread


@pytest.mark.parametrize("name", OURS)
def test_ways_are_tried_as_interpreted_rules_play_them_out(name: str) -> None:
    """Every way in the same worlds with the same chance, by the rules in Python, one step after another."""
    cell = make_plan(name, {"rounds": 2} if name == "gang" else {}, {}, ("easy",), 4).cells[0]
    game, options = find_game(name), cached_options(name, cell.match.chosen)
    rules: Any = game.rules
    games: Any = driver("stammtisch.kernel.drivers.recorded_games", rules)
    calls: Any = driver("stammtisch.kernel.drivers.rules_calls", rules)
    taken = np.array(taken_by_bots(cell, 0, 0), np.int64)
    watched = WatchedGame(games, calls, options, rules.ACTIONS, cell.match.deal_seed(0), taken, MOST_STEPS)
    for action in (0, len(taken) // 2):
        position = watched.before(action)
        seat = watched.to_decide(position)
        view = watched.view(position, seat)
        ways = watched.ways(view, seat)
        for rests in (False, True):
            found = watched.play_out(view, seat, 9, 3, first=ways, rests=rests)

            for world, way in product(range(3), range(len(ways))):
                assert found[world, way].tolist() == _tried(game, options, view, seat, world, ways[way], rests=rests)


def _tried(game: Game, options: Any, view: Any, seat: int, world: int, way: int, *, rests: bool) -> list[float]:
    """Return who wins a world in which a seat goes some way, or is ahead where it is next settled."""
    rules: Any = game.rules
    state = rules.State.of(view.tolist())
    stream, deals = [0] * STREAM_LENGTH, [0] * STREAM_LENGTH
    open_stream(stream, 9, WORLDS, world)
    rules.redeal(rules.State.of(view.tolist()), options, seat, stream, [0] * rules.SCRATCH, state)
    open_stream(deals, 9, chance.DEALS, world)
    open_stream(stream, 9, CHOICES, world)
    rules.apply(state, options, seat, way)
    legal = [0] * words_for(rules.ACTIONS)
    while (waiting := rules.waiting(state, options)) and not (rests and rules.settled(state, options)):
        actor = lowest_in(waiting)
        rules.legal(state, options, actor, legal)
        action = nth(legal, 0)
        if actor == NATURE:
            action = nth(legal, draw(deals, count(legal)))
        elif actor < NATURE:
            action = cast(Any, hints_of(game)).suggest(state, options, actor, legal, stream)
        rules.apply(state, options, actor, action)
    seats = range(options.seats)
    if rests:
        worths = [rules.worth(state, options, other) for other in seats]
        ahead = [worth == max(worths) for worth in worths]
    else:
        ahead = [place == 1 for place in outcome_of(rules, state, options).places]
    return [each / max(sum(ahead), 1) for each in ahead]

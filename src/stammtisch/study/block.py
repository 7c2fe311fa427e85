"""A block of deals of one cell: the task that a study is divided into, the same wherever and whenever it is done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Any, Final, cast

import numpy as np

from stammtisch.bots.arena.compiled_game import CompiledGame
from stammtisch.bots.arena.match import Match, cached_options, cached_player, compile_for
from stammtisch.bots.levels import EASY, usable_net
from stammtisch.bots.restricted_bot import barred_by, plain_name
from stammtisch.core.game import find_game
from stammtisch.core.outcome import outcome_of
from stammtisch.errors import BotFault
from stammtisch.kernel.bits import has
from stammtisch.kernel.compile import compile_entries, driver
from stammtisch.study.experiments.drawn_opening import openings_in, player_after_draw
from stammtisch.study.game_record import GameRecord
from stammtisch.study.moments.second_opinion import NetOpinion
from stammtisch.study.moments.watch import watch
from stammtisch.study.moments.watched_game import WatchedGame
from stammtisch.study.pace import Row, pace_of
from stammtisch.study.plan import Cell

DEALS: Final = 10  # of a block; the first game of the first one is watched
MOST_STEPS: Final = 20_000  # of a game, which is then broken off
_QUICK: Final = {EASY, "random"}  # who needs no Python to decide


@dataclass(frozen=True)
class DealBlock:
    """Some deals of a cell."""

    cell: int  # its number in the study
    number: int
    about: Cell


@dataclass(frozen=True)
class PlayedBlock:
    """A block with its games, or with the fault that ended it."""

    cell: int
    number: int
    games: tuple[GameRecord, ...]
    fault: str = ""


def play_block(block: DealBlock) -> PlayedBlock:
    """Play all deals of a block with every lineup."""
    games = []
    try:
        for deal in range(block.number * DEALS, (block.number + 1) * DEALS):
            for lineup in range(len(block.about.lineups)):
                watched = lineup == 0 and deal % DEALS == 0
                games.append(_play(block.about, deal, lineup, watched=watched))
    except BotFault as error:
        return PlayedBlock(block.cell, block.number, (), f"a bot is at fault: {error}")
    return PlayedBlock(block.cell, block.number, tuple(games))


def get_ready(cell: Cell) -> None:
    """Have compiled what every block of a cell needs; processes that play it then find it on disk.

    No bot is asked: one that takes its process with it must not take ours.
    """
    games, calls = _drivers(cell.match)
    compile_entries(games, "retrace", "find_rests", "play_out")
    compile_entries(calls, "view", "waiting", "legal")
    if net := _net(cell.match):
        net.compile()
    if _is_quick(cell.match):
        compile_entries(games, "play_by_hints")
    else:
        compile_for(cell.match)


def _play(cell: Cell, deal: int, lineup: int, *, watched: bool) -> GameRecord:
    match = cell.match
    options, rules = cached_options(match.game, match.chosen), find_game(match.game).rules
    games, calls = _drivers(match)
    taken = _taken(cell, deal, lineup)
    rows, counts = np.zeros((len(taken), 6), np.int64), np.zeros(3, np.int64)
    position = np.zeros(rules.State.length, np.int64)
    games.retrace(np.array(options.words(), np.int64), match.deal_seed(deal), taken, rows, counts, position)
    steps, chances, forced = counts.tolist()
    last = rules.State.of(position.tolist())
    over = rules.waiting(last, options) == 0
    acted = rows.tolist()
    openings, barred = openings_in(acted, options.seats), _forced(match.game, cell.lineups[lineup], acted)
    if not over:
        nobody = (0,) * options.seats
        return GameRecord(deal, lineup, over, nobody, nobody, steps, chances=chances, openings=openings, forced=barred)
    outcome, pace = outcome_of(rules, last, options), pace_of(acted, forced)
    course = None
    if watched:
        seed = match.chance_seed(deal, len(cell.lineups))  # which is no game's
        seen = WatchedGame(games, calls, options, rules.ACTIONS, match.deal_seed(deal), taken, MOST_STEPS)
        course = watch(seen, rows.tolist(), pace.turns, seed, _net(match))
    return GameRecord(
        deal=deal,
        lineup=lineup,
        over=over,
        places=outcome.places,
        scores=outcome.scores,
        steps=steps,
        chances=chances,
        decisions=pace.decisions,
        rounds=pace.rounds,
        seconds=round(pace.seconds, 3),
        choices=pace.choices,
        ways=pace.ways,
        real=pace.real,
        course=course,
        openings=openings,
        forced=barred,
        opener=pace.opener,
    )


def _taken(cell: Cell, deal: int, lineup: int) -> Any:
    """Play a game; return what the seats did: a row for each action."""
    match = cell.match
    seats = cell.lineups[lineup]
    options = cached_options(match.game, match.chosen)
    seeds = match.deal_seed(deal), match.chance_seed(deal, lineup)
    if _is_quick(match):
        ruled = sum(1 << seat for seat, name in enumerate(seats) if plain_name(name) == EASY)
        taken = np.zeros((MOST_STEPS, 2), np.int64)
        o, barred = np.array(options.words(), np.int64), np.array([_barred(match.game, name) for name in seats])
        acted = _drivers(match)[0].play_by_hints(o, *seeds, ruled, barred, cell.drawn, MOST_STEPS, taken)
        return taken[:acted]
    player = player_after_draw if cell.drawn else cached_player
    players = [player(match.game, name) for name in seats]
    played = CompiledGame(find_game(match.game), options, players, *seeds)
    while played.steps < MOST_STEPS and played.go_on():
        pass
    return np.array(played.taken, np.int64).reshape(-1, 2)


def _is_quick(match: Match) -> bool:
    """Whether compiled code plays for all seats what these bots would do."""
    return _QUICK.issuperset(map(plain_name, match.bots))


@cache
def _barred(game: str, name: str) -> list[int]:
    """Return what a bot goes without, as bits."""
    return barred_by(find_game(game), name)


def _forced(game: str, seats: Sequence[str], acted: Sequence[Row]) -> int:
    """Return how often seats did what they go without, which they do only where nothing else is legal."""
    return sum(has(_barred(game, seats[seat]), action) for _, seat, action, *_ in acted)


def _drivers(match: Match) -> tuple[Any, Any]:
    """Return the compiled code that a study needs of a game."""
    rules = cast(ModuleType, find_game(match.game).rules)
    place = "stammtisch.kernel.drivers"
    return driver(f"{place}.recorded_games", rules), driver(f"{place}.rules_calls", rules)


def _net(match: Match) -> NetOpinion | None:
    """Return the second evaluator of a game that has a net."""
    game = find_game(match.game)
    net = usable_net(game)
    return NetOpinion(game, net) if net else None

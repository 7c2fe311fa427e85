"""Skill trace: how much better the search plays with twice the thinking, doubled eight times from 20 playouts.

The trace is that of Ludii (Stephenson, Piette, Soemers and Browne, 2021) between searches that differ in their budget
alone; that better players of a deep game beat worse ones, many times over, is from Thompson (2000) and Lantz et al.
(2017), and that algorithms stand for players from Nielsen et al. (2015).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from time import perf_counter
from typing import Final

from stammtisch.bots.arena.compiled_game import CompiledGame
from stammtisch.bots.arena.confidence_interval import CONFIDENCE
from stammtisch.bots.arena.match import cached_options, cached_player
from stammtisch.bots.processes.cores import all_cores
from stammtisch.core.game import find_game
from stammtisch.study.block import DEALS
from stammtisch.study.experiments.experiment import DOUBLINGS, FEWEST_PLAYOUTS
from stammtisch.study.game_record import GameRecord
from stammtisch.study.measures.estimates import Measured, over_deals
from stammtisch.study.plan import Cell, StudyPlan
from stammtisch.study.results import CellResults

DEEP: Final = 0.64  # of the comparisons won: 100 points of Elo
_TIMED: Final = 4  # the step of which a game is timed: long enough to be told, and short enough to wait for


@dataclass(frozen=True)
class SkillStep:
    """The search against itself with half the playouts."""

    playouts: int
    ahead: Measured  # how often it stands above a seat with half of them
    deep: bool | None  # whether that is more than `DEEP`, however many steps were looked at; none if it is not sure


@dataclass(frozen=True)
class SkillTrace:
    """All steps, and the depth of the game for this search: how many of them are deep."""

    steps: tuple[SkillStep, ...]
    depth: Measured


def skill_trace(cells: Sequence[CellResults]) -> SkillTrace:
    """Return what eight cells say, each with a search that thinks twice as long as in the one before."""
    steps = tuple(_step(FEWEST_PLAYOUTS << number + 1, one) for number, one in enumerate(cells))
    depth = sum(step.ahead.value > DEEP for step in steps)
    if any(step.ahead.low is None for step in steps):
        return SkillTrace(steps, Measured(depth))
    surely = sum(step.deep is True for step in steps)
    perhaps = sum(step.deep is not False for step in steps)
    return SkillTrace(steps, Measured(depth, surely, perhaps))


def ahead(game: GameRecord, seat: int) -> float:
    """Return how many of the others a seat stands above at the end, as a part of them; equal places are half."""
    own = game.places[seat]
    others = [place for other, place in enumerate(game.places) if other != seat]
    return fmean(1.0 if own < place else 0.5 if own == place else 0.0 for place in others)


def _step(playouts: int, one: CellResults) -> SkillStep:
    def value(game: GameRecord) -> float:
        return ahead(game, game.lineup)  # a game's rotation is the seat of the first bot

    found = over_deals(one.games, value, share=True)
    sure = over_deals(one.games, value, share=True, confidence=1 - (1 - CONFIDENCE) / DOUBLINGS)
    assert found is not None, "a study has games"
    assert sure is not None, "a study has games"
    deep = None
    if sure.low is not None and sure.high is not None and not sure.low <= DEEP <= sure.high:
        deep = sure.low > DEEP
    return SkillStep(playouts, found, deep)


@dataclass(frozen=True)
class TraceCost:
    """About how long skill traces take."""

    seconds: float  # of one processor, for a block of every step
    minutes: float  # for all blocks, or infinity


def cost_of(plan: StudyPlan, blocks: float, processes: int | None) -> TraceCost:
    """Return about how long the traces of a study take: one game of each is played and timed.

    Args:
        plan: What is played.
        blocks: How many of each cell, or infinity.
        processes: How many play at once; one for each core that we may use if it is not given.
    """
    seconds = sum(map(_seconds_of_block, plan.asked.groups(plan.cells)))
    return TraceCost(seconds, seconds * blocks / (processes or all_cores()) / 60)


def _seconds_of_block(cells: Sequence[Cell]) -> float:
    cell = cells[_TIMED]
    match = cell.match
    players = [cached_player(match.game, name) for name in match.lineup]
    seconds = 0.0
    for _ in range(2):  # the first game may wait for the compiler
        game = CompiledGame(find_game(match.game), cached_options(match.game, match.chosen), players, 0, 1)
        begin = perf_counter()
        game.play()
        seconds = perf_counter() - begin
    return seconds * ((1 << len(cells)) - 1) / (1 << _TIMED) * cell.seats * DEALS

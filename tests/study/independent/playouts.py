"""Chances of a watched game by the rules in Python: worlds that a viewer cannot tell apart, played to their end."""

from __future__ import annotations

from statistics import fmean
from typing import Any, cast

from stammtisch.core.game import hints_of
from stammtisch.core.outcome import outcome_of
from stammtisch.core.queries import view_of
from stammtisch.kernel.bits import count, lowest_in, nth, words_for
from stammtisch.kernel.chance import CHOICES, DEALS, STREAM_LENGTH, WORLDS, draw, open_stream
from stammtisch.kernel.seats import NATURE, SPECTATOR
from tests.study.independent.replay import Replay

Wins = list[list[list[float]]]  # by world, time and seat
MOMENTS = 32  # of a game at most


def moments_of(game: Replay) -> list[int]:
    """Return the turns that are looked at: all, or so many, spread evenly."""
    last = len(game.turns) - 1
    return list(range(last + 1)) if last < MOMENTS else [number * last // (MOMENTS - 1) for number in range(MOMENTS)]


def chances_at(game: Replay, moment: int, seed: int) -> list[float]:
    """Return by seat its chance at a moment, for a spectator: 64 worlds, each played twice."""
    position = _position(game, moments_of(game)[moment])
    view = view_of(game.table.rules, position, game.table.options, SPECTATOR)
    wins = _played(game, view, SPECTATOR, seed + 2 * moment, 64)
    return [fmean(one[seat] for world in wins for one in world) for seat in range(len(game.bots))]


def spread_at(game: Replay, moment: int, seed: int) -> tuple[float, float]:
    """Return how much of the results is decided by what the seat to decide does not see, and how far they spread."""
    turn = moments_of(game)[moment]
    seat = game.turns[turn].asked[0]
    view = view_of(game.table.rules, _position(game, turn), game.table.options, seat)
    wins = _played(game, view, seat, seed + 2 * moment + 1, 16)
    hidden = spread = 0.0
    for own in range(len(game.bots)):
        by_world = [[one[own] for one in world] for world in wins]
        same = fmean(first * second for first, second in by_world)
        apart = fmean(
            x * y for number, one in enumerate(by_world) for other in by_world[:number] for x in one for y in other
        )
        hidden += same - apart
        spread += fmean(x * x for one in by_world for x in one) - apart
    return hidden, spread


def _position(game: Replay, turn: int) -> Any:
    """Return the position before a turn."""
    acted = [step.number for step in game.table.steps if step.seat < NATURE]
    return game.table.position_at(acted[game.turns[turn].taken])


def _played(game: Replay, view: Any, viewer: int, seed: int, worlds: int) -> Wins:
    rules, options = cast(Any, game.table.rules), game.table.options
    found: Wins = []
    for world in range(worlds):
        stream, dealt = [0] * STREAM_LENGTH, view.copy()
        open_stream(stream, seed, WORLDS, world)
        rules.redeal(view, options, viewer, stream, [0] * rules.SCRATCH, dealt)
        found.append([_to_the_end(game, dealt.copy(), seed, 2 * world + time) for time in (0, 1)])
    return found


def _to_the_end(game: Replay, s: Any, seed: int, future: int) -> list[float]:
    """Return who wins where all go on by rules of thumb."""
    rules, o = cast(Any, game.table.rules), game.table.options
    deals, choices = [0] * STREAM_LENGTH, [0] * STREAM_LENGTH
    open_stream(deals, seed, DEALS, future)
    open_stream(choices, seed, CHOICES, future)
    legal = [0] * words_for(rules.ACTIONS)
    while waiting := rules.waiting(s, o):
        seat = lowest_in(waiting)
        rules.legal(s, o, seat, legal)
        action = nth(legal, draw(deals, count(legal))) if seat == NATURE else nth(legal, 0)
        if seat < NATURE:
            action = cast(Any, hints_of(game.table.game)).suggest(s, o, seat, legal, choices)
        rules.apply(s, o, seat, action)
    first = [place == 1 for place in outcome_of(rules, s, o).places]
    return [own / max(sum(first), 1) for own in first]

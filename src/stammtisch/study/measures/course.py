"""How watched games went: who was ahead, how far behind the later winner was, and when it was settled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import fmean
from typing import Final

from stammtisch.study.game_record import Course, GameRecord
from stammtisch.study.measures.estimates import Measured, jackknife, over_deals

CLEAR: Final = 0.1  # of a chance: by so much somebody must be ahead to take the lead
SETTLED: Final = 0.8  # the chance from which on a game is as good as won

Chances = Sequence[Sequence[float]]  # at each moment, by seat; the last are 0 and 1, or what is shared


def course_measures(games: Sequence[GameRecord]) -> Iterator[tuple[str, Measured | None]]:
    """Yield what there is to know about the course of games."""
    watched = [game for game in games if game.course]
    won = [game for game in watched if 1 in game.places]
    alone = [game for game in watched if game.places.count(1) == 1]
    yield "lead_changes", over_deals(watched, lambda game: lead_changes(chances_of(game)))
    yield "drama", over_deals(won, lambda game: drama(chances_of(game), _winners(game)), share=True)
    yield "settled", over_deals(alone, lambda game: settled(chances_of(game), _winners(game)[0]), share=True)
    yield "stability", over_deals(watched, lambda game: stability(chances_of(game)), share=True)
    yield "hidden", _hidden(games)


def chances_of(game: GameRecord) -> list[list[float]]:
    """Return the chances of a watched game, and at its end what came of them."""
    assert game.course is not None
    return [*map(list, game.course.chances), [game.win(seat) for seat in range(len(game.places))]]


def lead_changes(chances: Chances) -> int:
    """Return how often another seat takes the lead, which is to be clearly ahead of whoever had it."""
    leader, changes = None, 0
    for now in chances:
        best = max(range(len(now)), key=lambda seat: now[seat])
        second = max((part for seat, part in enumerate(now) if seat != best), default=0.0)
        if leader is None:
            leader = best if now[best] - second > CLEAR else None
        elif now[best] - now[leader] > CLEAR:
            leader, changes = best, changes + 1
    return changes


def drama(chances: Chances, winners: Sequence[int]) -> float:
    """Return how far behind the later winners were, on average over all moments before the end."""
    return fmean(fmean(max(now) - now[seat] for seat in winners) for now in chances[:-1])


def settled(chances: Chances, winner: int) -> float:
    """Return after which part of the game the winner was as good as sure to win, and remained so."""
    last = len(chances) - 1
    while last and chances[last - 1][winner] >= SETTLED:
        last -= 1
    return last / (len(chances) - 1)


def stability(chances: Chances) -> float:
    """Return how little the chances move from one moment to the next: 1 if not at all."""
    return 1 - fmean(
        sum(abs(after - before) for before, after in zip(one, other, strict=True)) / 2
        for one, other in pairwise(chances)
    )


def _winners(game: GameRecord) -> list[int]:
    return [seat for seat, place in enumerate(game.places) if place == 1]


def _hidden(games: Sequence[GameRecord]) -> Measured | None:
    """Return which part of the spread of results lies in what seats do not see."""
    among = 1 + max((game.deal for game in games), default=0)

    def part(some: Sequence[Course]) -> float:
        spread = sum(course.spread for course in some)
        return sum(course.hidden for course in some) / spread if spread > 0 else 0.0

    return jackknife({game.deal: game.course for game in games if game.course}, among, part, share=True)

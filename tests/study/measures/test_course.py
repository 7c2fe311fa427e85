"""How games went, beside what all games say in which stones are taken at random.

A chance is what so many playouts say, and they may be wrong: by the binomial distribution. So what is calculated is the
mean over all games, and over all that may be said at each of their moments.
"""

from __future__ import annotations

from itertools import pairwise
from math import comb, prod
from statistics import fmean

from stammtisch.study.moments.watch import SPECTATOR_WORLDS, TIMES
from tests.sample.penny.rules import STONES
from tests.study.test_moments import covers, expected, mover_wins, study

STONES_TAKEN = 5
PLAYS = SPECTATOR_WORLDS * TIMES
Said = list[tuple[float, float]]  # what may be said of the first seat's chance, and how likely that is


def course(winner: int, left: list[int]) -> list[Said]:
    """Return what may be said at each moment, and at last what came of it."""
    moments: list[Said] = []
    for turn, stones in enumerate(left):
        likely = mover_wins(stones) if turn % 2 == 0 else 1 - mover_wins(stones)
        binomial = [comb(PLAYS, wins) * likely**wins * (1 - likely) ** (PLAYS - wins) for wins in range(PLAYS + 1)]
        moments.append([(wins / PLAYS, chance) for wins, chance in enumerate(binomial)])
    return [*moments, [(1.0 - winner, 1.0)]]


def lead_changes(winner: int, left: list[int]) -> float:
    """Return how often the lead passes to a seat that is ahead by more than 0.1, whoever had it before."""
    leads, changes = {-1: 1.0}, 0.0
    for moment in course(winner, left):
        passed = dict.fromkeys((-1, 0, 1), 0.0)
        for leader, known in leads.items():
            for first, chance in moment:
                ahead = 0 if first > 0.55 else 1 if first < 0.45 else leader
                passed[ahead] += known * chance
                changes += known * chance * (-1 != leader != ahead)
        leads = passed
    return changes


def drama(winner: int, left: list[int]) -> float:
    """Return how far the winner is behind whoever leads."""
    return fmean(
        sum(chance * max(0.0, 1 - 2 * (first, 1 - first)[winner]) for first, chance in moment)
        for moment in course(winner, left)[:-1]
    )


def settled(winner: int, left: list[int]) -> float:
    """Return the part of the moments that are not the last ones, at all of which the winner has 0.8 of the chances."""
    moments = course(winner, left)[:-1]
    sure = [sum(chance for first, chance in one if (first, 1 - first)[winner] >= 0.8) for one in moments]
    return fmean(1 - prod(sure[place:]) for place in range(len(sure)))


def stability(winner: int, left: list[int]) -> float:
    """Return how little what is said moves from one moment to the next."""
    moved = [
        sum(abs(first - then) * chance * next_chance for first, chance in one for then, next_chance in other)
        for one, other in pairwise(course(winner, left))
    ]
    return 1 - fmean(moved)


def test_the_course_of_a_game_is_what_all_games_say(penny: str) -> None:
    found = study(penny, {"kind": STONES, "stones": STONES_TAKEN}, 500)
    for measure in (lead_changes, drama, settled, stability):
        assert covers(found[measure.__name__], expected(STONES_TAKEN, measure)), measure.__name__

"""Players of known strength, whose games are rated: how near ratings come to the truth, and whether intervals hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import log, sqrt
from random import Random
from statistics import fmean
from typing import Final

from stammtisch.ratings.model import NEWCOMER, TENFOLD, Placed, Rating, margin, rate_people

_SPREAD: Final = TENFOLD / log(10)  # of the luck with which the odds are those of the model
_LEVELS: Final = (Rating(1000.0, 0.0), Rating(1120.0, 15.0), Rating(1250.0, 20.0))  # of bots
_BOTS: Final = 0.4  # how often a seat is a bot's
_COARSE: Final = 200  # points of strength that a point of the game is worth
_WIDE: Final = 1.6 / sqrt(2)  # of normal luck whose differences are as wide as the model's

# What chance adds to the strength of a player in a game. The first is what the model believes; the others are not.
LUCK: Final[Mapping[str, Callable[[Random], float]]] = {
    "good days": lambda chance: -_SPREAD * log(-log(chance.random())),
    "bad days": lambda chance: _SPREAD * log(-log(chance.random())),
    "normal": lambda chance: chance.gauss(0, _SPREAD * _WIDE),
}


@dataclass(frozen=True)
class Known:
    """Somebody whose strength is known, and what they are rated after so many games."""

    truth: float
    rating: Rating
    games: int

    def holds(self, seats: int) -> bool:
        """Whether the interval covers the truth."""
        return abs(self.rating.strength - self.truth) <= margin(self.rating, seats)


@dataclass(frozen=True)
class Played:
    """What came of a simulation: everybody as they stood after so many games each, and how often places were shared."""

    after: Mapping[int, Sequence[Known]]
    ties: float


def simulate(truths: Sequence[float], seats: int, games: Sequence[int], luck: str, chance: Random) -> Played:
    """Let people of these strengths play with each other and with bots, and rate them.

    Args:
        truths: How strong they are. Places are by points, which are coarse: so some are shared.
        seats: At each table.
        games: After how many games of each person it is written down how they stand; the last ends it.
        luck: What chance is like.
        chance: Where it comes from.
    """
    ratings, played = [NEWCOMER] * len(truths), [0] * len(truths)
    after: dict[int, list[Known]] = {number: [] for number in games}
    pairs = ties = 0
    while min(played) < games[-1]:
        people = chance.sample(range(len(truths)), max(1, sum(chance.random() > _BOTS for _ in range(seats))))
        bots = [chance.choice(_LEVELS) for _ in range(seats - len(people))]
        strengths = [*(truths[one] for one in people), *(bot.strength for bot in bots)]
        points = [round((strength + LUCK[luck](chance)) / _COARSE) for strength in strengths]
        pairs, ties = pairs + seats * (seats - 1) // 2, ties + sum(a == b for a, b in combinations(points, 2))
        placed = [
            Placed(rating, 1 + sum(other > own for other in points))
            for rating, own in zip([*(ratings[one] for one in people), *bots], points, strict=True)
        ]
        for one, rating in zip(people, rate_people(placed[: len(people)], placed[len(people) :]), strict=True):
            ratings[one], played[one] = rating, played[one] + 1
            if played[one] in after:
                after[played[one]].append(Known(truths[one], rating, played[one]))
    return Played(after, ties / pairs)


def coverage(known: Sequence[Known], seats: int) -> float:
    """Return how many of the intervals cover the truth."""
    return fmean(one.holds(seats) for one in known)


def in_order(known: Sequence[Known], apart: float) -> float:
    """Return how many pairs that are so far apart, or further, are rated in the right order."""
    pairs = [(a, b) for a, b in combinations(known, 2) if abs(a.truth - b.truth) >= apart]
    return fmean((a.truth > b.truth) == (a.rating.strength > b.rating.strength) for a, b in pairs)

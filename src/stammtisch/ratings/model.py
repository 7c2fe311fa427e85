"""The rating model: Bradley and Terry's, updated game by game as Weng and Lin (2011) do, computed by `openskill`.

Strengths are on the scale that chess players know: who is 400 points above another is ahead of them in ten games of
eleven. A game of several is as many comparisons as it has pairs, and sharing a place is half a win and half a loss.
Nothing in here knows a clock or a store: the same games in the same order give the same numbers, to the last digit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, sqrt
from statistics import NormalDist
from typing import Final

from openskill.models import BradleyTerryFull

VERSION: Final = 1  # grows when the same results would give other numbers: with the model, or with its anchors
CONFIDENCE: Final = 0.95
TENFOLD: Final = 400.0  # points that make the odds ten to one
_BETA: Final = TENFOLD / log(10) / sqrt(2)  # with which openskill's odds are those
_CHANGE: Final = 2.5  # the standard deviation, in points, by which a person may have changed since the game before
_REACH: Final = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)


@dataclass(frozen=True)
class Rating:
    """How strong a player seems; `doubt` is the standard deviation that the model has, and shrinks with every game."""

    strength: float
    doubt: float


@dataclass(frozen=True)
class Placed:
    """Somebody at a table: their rating before the game, and their place after it."""

    rating: Rating
    place: int  # 1 is best; equal places are shared


NEWCOMER: Final = Rating(1000.0, 250.0)  # as the bot `easy` plays, give or take


def margin(rating: Rating, seats: int) -> float:
    """Return how far the interval of 95 % reaches to either side, after games of so many seats.

    The model takes the pairs of a game for independent. They are not, as everybody's own luck is in all their pairs:
    among equals the order of n players is worth 3 / (n + 1) of what it counts. `bench/ratings.py` measures that
    intervals widened by this hold.
    """
    return _REACH * rating.doubt * sqrt((seats + 1) / 3)


def rate_game(players: Sequence[Rating], places: Sequence[int], *, change: float = _CHANGE) -> list[Rating]:
    """Return the ratings after a game that ended with these places, 1 for the best; equal places are shared.

    Args:
        players: Their ratings before the game, by seat.
        places: Their places, by seat.
        change: By how much players may have changed since the game before: nothing for bots.
    """
    model = BradleyTerryFull(beta=_BETA, tau=change, gamma=_whole)
    # openskill copies what it is given, but what is given twice stays one: a rating of its own for every seat
    teams = [[model.rating(one.strength, one.doubt)] for one in players]
    rated = model.rate(teams, ranks=[float(place) for place in places])
    return [Rating(after.mu, after.sigma) for (after,) in rated]


def rate_people(people: Sequence[Placed], bots: Sequence[Placed]) -> list[Rating]:
    """Return the ratings of the people at a table after a game; what bots are rated stays."""
    everybody = [*people, *bots]
    if len(everybody) < 2:  # noqa: PLR2004  # somebody and somebody else
        return [one.rating for one in people]
    return rate_game([one.rating for one in everybody], [one.place for one in everybody])[: len(people)]


def _whole(*_: object) -> float:
    """Let doubt shrink by all that the pairs of a game say, as Kalman's filter has it; `margin` sees to the rest."""
    return 1.0


def odds(ahead: float) -> float:
    """Return how often somebody so many points ahead of another ends before them, where a shared place is half."""
    return 1 / (1 + 10 ** (-ahead / TENFOLD))

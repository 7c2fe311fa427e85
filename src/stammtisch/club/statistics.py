"""What somebody's results come to: places against what luck alone would give, with reviews where there are some."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from stammtisch.bots.review.decisions import Judged
from stammtisch.store.result_contract import GameResult, Placing, ReviewSummary

_SEEN: Final = 0.01  # by which chances must change so that it can be seen


@dataclass(frozen=True)
class PlaceCount:
    """How often somebody came to a place, and how often they would if chance alone placed everybody."""

    place: int
    games: int
    by_luck: float


@dataclass(frozen=True)
class GameStatistics:
    """What the results of somebody come to, in one game or in all."""

    games: int
    rated: int
    wins: float  # shared ones in part
    wins_by_luck: float  # if all seats were equal
    places: tuple[PlaceCount, ...]


def statistics_of(placings: Iterable[Placing], game: str = "") -> GameStatistics:
    """Return what results come to, of one game if it is named.

    Luck gives every seat of a table the same chance of each place, and of the win.
    """
    placings = [one for one in placings if game in ("", one.game)]
    counts, by_luck = dict[int, int](), dict[int, float]()
    for one in placings:
        counts[one.place] = counts.get(one.place, 0) + one.games
        for place in range(1, one.seats + 1):
            by_luck[place] = by_luck.get(place, 0.0) + one.games / one.seats
    places = tuple(PlaceCount(place, counts.get(place, 0), by_luck[place]) for place in sorted(by_luck))
    return GameStatistics(
        sum(one.games for one in placings),
        sum(one.rated for one in placings),
        sum(one.shares for one in placings),
        sum(one.games / one.seats for one in placings),
        places,
    )


@dataclass(frozen=True)
class FoundMoment:
    """A decision of a finished game that a review has found, or a turn between two."""

    table: str
    seat: int
    step: int
    before: float  # the chance of being ahead, from 0 to 1
    after: float


@dataclass(frozen=True)
class LuckOfGame:
    """How much of the results of one game was the deal, in what that game counts."""

    game: str
    games: int  # for which it is known
    result: float  # on average
    luck: float  # of the deals, on average

    @property
    def adjusted(self) -> float:
        """The result on average without the luck of the deals."""
        return self.result - self.luck


@dataclass(frozen=True)
class ReviewStatistics:
    """What reviews have found about the games of somebody."""

    reviewed: int
    best: FoundMoment | None
    worst: FoundMoment | None
    luck: tuple[LuckOfGame, ...]


def moments_of(judged: Sequence[Judged]) -> dict[str, Sequence[float]]:
    """Return when the chances of a seat rose most between two of its decisions, and which decision cost it most.

    Each is a step and the chances before and after; there is none where nothing changed that can be seen.
    """
    rises = [(after.step, before.left, after.chance) for before, after in pairwise(judged)]
    falls = [(one.step, one.chance, one.left) for one in judged if one.cost > 0]
    best = max(rises, key=lambda one: one[2] - one[1], default=None)
    worst = min(falls, key=lambda one: one[2] - one[1], default=None)
    found = dict[str, Sequence[float]]()
    if best and best[2] - best[1] >= _SEEN:
        found["best"] = best
    if worst and worst[1] - worst[2] >= _SEEN:
        found["worst"] = worst
    return found


def summary_text(moments: dict[str, Sequence[float]], luck: Sequence[float] = ()) -> str:
    """Return what is kept of a review in short, as JSON.

    Args:
        moments: By name, `best` and `worst`: the step, and the chances before and after.
        luck: The result and the luck of the deal, in what the game counts; empty if it is not known.
    """
    return json.dumps({"moments": {name: list(one) for name, one in moments.items()}, "luck": list(luck)})


def review_statistics(summaries: Iterable[ReviewSummary], game: str = "") -> ReviewStatistics:
    """Return what short reviews come to, of one game if it is named."""
    told: list[tuple[ReviewSummary, Any]] = [
        (one, json.loads(one.found)) for one in summaries if game in ("", one.game)
    ]
    moments = {
        name: [
            FoundMoment(one.table, one.seat, int(found["moments"][name][0]), *found["moments"][name][1:])
            for one, found in told
            if name in found["moments"]
        ]
        for name in ("best", "worst")
    }
    by_game = dict[str, list[tuple[float, float]]]()
    for one, found in told:
        if found["luck"]:
            by_game.setdefault(one.game, []).append((found["luck"][0], found["luck"][1]))
    luck = [
        LuckOfGame(
            name,
            len(known),
            sum(result for result, _ in known) / len(known),
            sum(part for _, part in known) / len(known),
        )
        for name, known in sorted(by_game.items())
    ]
    return ReviewStatistics(
        len(told),
        max(moments["best"], key=lambda one: one.after - one.before, default=None),
        min(moments["worst"], key=lambda one: one.after - one.before, default=None),
        tuple(luck),
    )


@dataclass(frozen=True)
class EveningOfGames:
    """Games that the same people have played one after another, the newest first, or a single one."""

    results: tuple[GameResult, ...]

    @property
    def tally(self) -> list[tuple[str, float]]:
        """Who has won how often, most first; names as they were shown last."""
        wins, names = dict[str, float](), dict[str, str]()
        for result in self.results:
            for seat in result.seats:
                who = seat.person or f"bot {seat.name}"
                wins[who] = wins.get(who, 0.0) + seat.share
                names.setdefault(who, seat.name)
        return sorted(((names[who], number) for who, number in wins.items()), key=lambda one: -one[1])


def in_evenings(results: Iterable[GameResult]) -> list[EveningOfGames]:
    """Return results, the newest first, as the evenings of which they are a part."""
    evenings = dict[str, list[GameResult]]()
    for result in results:
        evenings.setdefault(result.evening, []).append(result)
    return [EveningOfGames(tuple(found)) for found in evenings.values()]


def standing(result: GameResult, person: str) -> float | None:
    """Return how somebody came off between the last place, 0, and the first, 1; nothing if they did not sit there."""
    seat = result.seat_of(person)
    if seat is None or len(result.seats) == 1:
        return None
    worse = sum(other.place > result.seats[seat].place for other in result.seats)
    equal = sum(other.place == result.seats[seat].place for other in result.seats) - 1
    return (worse + equal / 2) / (len(result.seats) - 1)

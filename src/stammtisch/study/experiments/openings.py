"""What each opening is worth: how often a seat's first decision holds an action, and how often it then wins.

The win share is a ratio of sums over deals, with the interval of a ratio estimate (Cochran, Sampling Techniques, 1977,
chapter 6): deals are the independent samples, and in some of them the seat opens so more often than in others.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean

from stammtisch.bots.arena.confidence_interval import CONFIDENCE, quantile
from stammtisch.study.game_record import GameRecord
from stammtisch.study.measures.estimates import FEWEST, Measured, measured, wilson

Times = tuple[int, float]  # of a deal: how often a seat opened so, and what it then won


@dataclass(frozen=True)
class Opening:
    """An action of a seat's first decision."""

    seat: int
    action: int
    games: int
    share: Measured  # of the games
    wins: Measured  # of these
    clear: bool  # whether it wins more or less often than the seat does in all its games, however many were looked at


def openings_of(games: Sequence[GameRecord]) -> list[Opening]:
    """Return all openings that were seen, by seat and the number of the action."""
    deals = defaultdict[int, int](int)
    times = defaultdict[tuple[int, int], dict[int, Times]](dict)
    for game in games:
        deals[game.deal] += 1
        for seat, actions in enumerate(game.openings):
            for action in set(actions):
                often, won = times[seat, action].get(game.deal, (0, 0.0))
                times[seat, action][game.deal] = often + 1, won + game.win(seat)
    level = 1 - (1 - CONFIDENCE) / max(len(times), 1)
    means = [fmean(game.win(seat) for game in games) for seat in range(len(games[0].places))] if games else []
    return [
        Opening(
            seat,
            action,
            sum(often for often, _ in seen.values()),
            measured({deal: seen.get(deal, (0, 0.0))[0] / played for deal, played in deals.items()}, share=True),
            win_share(seen),
            _is_apart(win_share(seen, level), means[seat]),
        )
        for (seat, action), seen in sorted(times.items())
    ]


def win_share(seen: Mapping[int, Times], confidence: float = CONFIDENCE) -> Measured:
    """Return which part of its games a seat wins that opens so, with the interval of a ratio of sums over deals.

    Where it was the same in every deal, the interval is that of Wilson; fewer than ten deals have none.
    """
    often, won = (sum(each) for each in zip(*seen.values(), strict=True))
    ratio, deals = won / often, len(seen)
    if len({part / times for times, part in seen.values()}) == 1:
        return Measured(ratio, *wilson(ratio, deals, confidence))
    if deals < FEWEST:
        return Measured(ratio)
    squares = sum((part - ratio * times) ** 2 for times, part in seen.values())
    reach = quantile((1 + confidence) / 2, deals - 1) * sqrt(squares * deals / (deals - 1)) / often
    return Measured(ratio, max(ratio - reach, 0.0), min(ratio + reach, 1.0))


def _is_apart(wins: Measured, mean: float) -> bool:
    return wins.low is not None and wins.high is not None and not wins.low <= mean <= wins.high

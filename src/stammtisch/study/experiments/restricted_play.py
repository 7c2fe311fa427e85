"""Restricted play: what a bot loses that goes without some actions (Jaffe et al., 2012), on the same deals.

The restricted bot sits at each seat in turn, among others that do everything. Each of its games is paired with the one
in which it does everything, too: same deal, same seat, same chance.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean

from stammtisch.bots.arena.confidence_interval import CONFIDENCE, estimate
from stammtisch.study.game_record import GameRecord
from stammtisch.study.measures.estimates import FEWEST, Measured, over_deals, wilson
from stammtisch.study.results import CellResults


@dataclass(frozen=True)
class Restriction:
    """What it costs to go without some actions."""

    pattern: str
    win: Measured  # share of the win that is lost
    score: Measured  # points that are lost
    forced: Measured  # how often in a game nothing else was legal
    clear: bool  # whether the win share differs, however many restrictions were looked at


def restrictions(patterns: Sequence[str], cells: Sequence[CellResults]) -> list[Restriction]:
    """Return what each restriction costs.

    Args:
        patterns: What was gone without.
        cells: First the one in which everybody does everything, then one for each of these.
    """
    base, *others = cells
    level = 1 - (1 - CONFIDENCE) / max(len(others), 1)
    found = []
    for pattern, one in zip(patterns, others, strict=True):
        wins = lost(base.games, one.games, GameRecord.win)
        points = lost(base.games, one.games, lambda game, seat: game.scores[seat])
        forced = over_deals(one.games, lambda game: game.forced)
        assert forced is not None, "a study has games"
        low, high = _interval(wins, level)
        clear = low is not None and high is not None and not low <= 0 <= high
        found.append(
            Restriction(
                pattern,
                Measured(fmean(wins.values()), *_interval(wins, CONFIDENCE), wins),
                Measured(fmean(points.values()), *_interval(points, CONFIDENCE, share=False), points),
                forced,
                clear,
            )
        )
    return found


def lost(
    free: Sequence[GameRecord], restricted: Sequence[GameRecord], value: Callable[[GameRecord, int], float]
) -> dict[int, float]:
    """Return by deal by how much a value of the first bot is lower in restricted games, on average over its seats."""
    base = {(game.deal, game.lineup): game for game in free}
    by_deal = defaultdict[int, list[float]](list)
    for game in restricted:
        seat = game.lineup  # a game's rotation is the seat of the first bot
        by_deal[game.deal].append(value(base[game.deal, seat], seat) - value(game, seat))
    return {deal: fmean(values) for deal, values in by_deal.items()}


def _interval(samples: dict[int, float], confidence: float, *, share: bool = True) -> tuple[float | None, float | None]:
    """Return the interval of a mean of differences; where no deal differs, that of Wilson, if they are shares."""
    values = list(samples.values())
    if len(values) < FEWEST:
        return None, None
    if set(values) == {0.0}:
        reach = wilson(0.0, len(values), confidence)[1]
        return (-reach, reach) if share else (None, None)
    found = estimate(values, confidence)
    return found.low, found.high

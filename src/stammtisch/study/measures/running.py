"""Win shares while games are played: sums over deals, so that looking again costs nothing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from math import inf, sqrt
from statistics import fmean

from stammtisch.bots.arena.confidence_interval import CONFIDENCE, quantile
from stammtisch.study.game_record import GameRecord
from stammtisch.study.measures.estimates import wilson


class RunningShares:
    """The win shares of a cell so far."""

    def __init__(self, seats: int) -> None:
        self._deals = 0
        self._sums, self._squares = [0.0] * seats, [0.0] * seats
        self._seen = [set[float]() for _ in range(seats)]  # what it won of a deal

    def add(self, games: Iterable[GameRecord]) -> None:
        """Count games, all of a deal at once."""
        by_deal = defaultdict[int, list[GameRecord]](list)
        for game in games:
            by_deal[game.deal].append(game)
        for deal in by_deal.values():
            self._deals += 1
            for seat in range(len(self._sums)):
                share = fmean(game.win(seat) for game in deal)
                self._sums[seat] += share
                self._squares[seat] += share * share
                self._seen[seat].add(share)

    @property
    def shares(self) -> list[float]:
        """The part of the games that each seat won."""
        return [total / max(self._deals, 1) for total in self._sums]

    @property
    def margin(self) -> float:
        """How far the widest interval reaches to either side: that of Wilson, where a share was always the same."""
        if self._deals < 2:  # noqa: PLR2004  # one sample has no spread
            return inf
        return max(self._reach(seat) for seat in range(len(self._sums)))

    def _reach(self, seat: int) -> float:
        if len(self._seen[seat]) == 1:
            (share,) = self._seen[seat]
            low, high = wilson(share, self._deals)
            return max(share - low, high - share)
        spread = self._squares[seat] - self._sums[seat] ** 2 / self._deals
        variance = max(spread, 0.0) / (self._deals - 1)
        return quantile((1 + CONFIDENCE) / 2, self._deals - 1) * sqrt(variance / self._deals)

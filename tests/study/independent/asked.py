"""What openings are worth, and what it costs to go without an action, by the formulas of docs/study.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean
from typing import Any

from tests.study.independent.intervals import FEWEST, Known, mean, reach, student, wilson
from tests.study.independent.replay import Replay


@dataclass(frozen=True)
class Kept:
    """A game as a line of the file has it, with the restricted bot at one of its seats."""

    deal: int
    seat: int
    places: Sequence[int]
    scores: Sequence[int]
    forced: int

    @classmethod
    def of(cls, row: Sequence[Any]) -> Kept:
        """Return what counts of a row."""
        return cls(deal=row[0], seat=row[1], places=row[3], scores=row[4], forced=row[15])

    @property
    def win(self) -> float:
        """What the restricted bot won."""
        return (self.places[self.seat] == 1) / max(1, self.places.count(1))


def openings(games: Sequence[Replay]) -> dict[tuple[int, int], tuple[int, Known | None, Known]]:
    """Return of each action of a first decision, by seat, in how many games it was, its share and its wins."""
    won = dict[tuple[int, int], dict[int, list[float]]]()
    for game in games:
        for seat in range(len(game.bots)):
            first = next(turn.decisions[seat] for turn in game.turns if seat in turn.decisions)
            own = [action for actor, action in game.taken if actor == seat]
            for action in set(own[: len(first.ways)]):
                won.setdefault((seat, action), {}).setdefault(game.deal, []).append(game.win(seat))
    times = Counter(game.deal for game in games)
    return {
        opening: (
            sum(map(len, by_deal.values())),
            mean({deal: [len(by_deal.get(deal, ())) / often] for deal, often in times.items()}, share=True),
            ratio(by_deal),
        )
        for opening, by_deal in won.items()
    }


def ratio(won: Mapping[int, Sequence[float]]) -> Known:
    """Return what is won of all games, where deals have more of them or fewer."""
    x, y = [len(own) for own in won.values()], [sum(own) for own in won.values()]
    r, d = sum(y) / sum(x), len(won)
    if len({fmean(own) for own in won.values()}) == 1:
        return wilson(r, d, 0.95)
    if d < FEWEST:
        return Known(r)
    squares = sum((each - r * often) ** 2 for often, each in zip(x, y, strict=True))
    apart = student(0.975, d - 1) * sqrt(d * squares / (d - 1)) / sum(x)
    return Known(r, max(0.0, r - apart), min(1.0, r + apart))


def restriction(free: Sequence[Kept], bound: Sequence[Kept]) -> dict[str, Known | None]:
    """Return what is lost by a bot in the same deals at the same seats, and how often it had no other way."""
    forced = dict[int, list[float]]()
    for game in bound:
        forced.setdefault(game.deal, []).append(game.forced)
    return {
        "win lost": _lost(free, bound, lambda game: game.win, share=True),
        "score lost": _lost(free, bound, lambda game: game.scores[game.seat], share=False),
        "forced": mean(forced),
    }


def _lost(free: Sequence[Kept], bound: Sequence[Kept], value: Callable[[Kept], float], *, share: bool) -> Known:
    before = {(game.deal, game.seat): value(game) for game in free}
    by_deal = dict[int, list[float]]()
    for game in bound:
        by_deal.setdefault(game.deal, []).append(before[game.deal, game.seat] - value(game))
    lost = [fmean(own) for own in by_deal.values()]
    if not any(lost):
        high = wilson(0.0, len(lost), 0.95).high
        return Known(0.0, -high, high) if share and high is not None else Known(0.0)
    return Known(fmean(lost), fmean(lost) - reach(lost), fmean(lost) + reach(lost))

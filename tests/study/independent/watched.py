"""What docs/study.md defines of watched games, from the chances and trials that a study keeps of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from math import sqrt
from statistics import fmean
from typing import Any

from tests.study.independent.intervals import Known, jackknife, mean
from tests.study.independent.measures import Found
from tests.study.independent.replay import Replay


@dataclass(frozen=True)
class Watched:
    """A game that was watched."""

    game: Replay
    chances: list[list[float]]  # by moment and seat, by a spectator
    opened: list[list[float]]  # as everything lies
    hidden: float
    spread: float
    choices: list[list[float]]  # best less second, best less worst, the own chance, another's chance that moves
    opinions: list[list[float]]  # the net, playouts, the error of these, and what happened

    @property
    def winners(self) -> list[int]:
        """Who won, perhaps together."""
        return [seat for seat, place in enumerate(self.game.places) if place == 1]

    @property
    def course(self) -> list[list[float]]:
        """The chances, and in the end what came of them."""
        return [*self.chances, [self.game.win(seat) for seat in range(len(self.game.bots))]]

    def at(self, turn: int) -> int:
        """Return the last moment up to a turn, of moments that are spread evenly over all turns."""
        last, moments = len(self.game.turns) - 1, len(self.chances)
        turns = [number * last // (moments - 1) for number in range(moments)] if moments > 1 else [0]
        return max(number for number, one in enumerate(turns) if one <= turn)


def of_course(games: Sequence[Watched], among: int) -> Found:
    """Yield lead changes, drama, when it was settled, stability, and what is hidden."""
    yield "lead_changes", mean({one.game.deal: [lead_changes(one.course)] for one in games})
    won = [one for one in games if one.winners]
    yield "drama", mean({one.game.deal: [drama(one)] for one in won}, share=True)
    alone = [one for one in won if len(one.winners) == 1]
    yield "settled", mean({one.game.deal: [settled(one.course, one.winners[0])] for one in alone}, share=True)
    yield "stability", mean({one.game.deal: [stability(one.course)] for one in games}, share=True)
    spreads = {one.game.deal: (one.hidden, one.spread) for one in games}
    yield "hidden", jackknife(spreads, among, lambda some: sum(h for h, _ in some) / sum(s for _, s in some))


def lead_changes(course: Sequence[Sequence[float]]) -> int:
    """Return how often another seat is ahead of the leader by more than 0.1; the first is ahead of all by so much."""
    leader, changes = -1, 0
    for now in course:
        first = now.index(max(now))
        others = [chance for seat, chance in enumerate(now) if seat != first]
        if leader < 0 and now[first] - max(others) > 0.1:
            leader = first
        elif leader >= 0 and now[first] - now[leader] > 0.1:
            leader, changes = first, changes + 1
    return changes


def drama(one: Watched) -> float:
    """Return how far those who win lie behind whoever leads, on average over moments."""
    return fmean(max(now) - fmean(now[seat] for seat in one.winners) for now in one.chances)


def settled(course: Sequence[Sequence[float]], winner: int) -> float:
    """Return the part of the moments before the winner's chance is at least 0.8 and stays so."""
    unsure = [number for number, now in enumerate(course[:-1]) if now[winner] < 0.8]
    return (unsure[-1] + 1) / (len(course) - 1) if unsure else 0.0


def stability(course: Sequence[Sequence[float]]) -> float:
    """Return 1 less the mean of half of what all chances move."""
    moved = [sum(abs(new - old) for old, new in zip(*both, strict=True)) / 2 for both in pairwise(course)]
    return 1 - sum(moved) / len(moved)


def of_leaders(games: Sequence[Watched], among: int) -> Found:
    """Yield what those win who are ahead, and what those behind gain."""
    average = fmean(len(one.game.turns) for one in games)
    for percent in (25, 50, 75):
        turn, wins, gains = int(average * percent / 100), dict[int, list[float]](), dict[int, float]()
        for one in games:
            if len(one.game.turns) > turn:
                now, opened = one.chances[one.at(turn)], one.opened[one.at(turn)]
                ahead = [seat for seat, chance in enumerate(now) if max(now) - chance < 1e-5]
                wins[one.game.deal] = [fmean(map(one.game.win, ahead))]
                gains[one.game.deal] = fmean(opened[seat] for seat in ahead) - wins[one.game.deal][0]
        yield f"leader.{percent}", mean(wins, share=True)
        yield f"behind.{percent}", jackknife(gains, among, fmean, share=False)


def of_choices(games: Sequence[Watched], among: int) -> Found:
    """Yield stakes and kingmaking."""
    tried = {one.game.deal: one.choices for one in games if one.choices}
    for place, name in enumerate(("second", "worst")):
        worth = {deal: fmean(choice[place] for choice in choices) for deal, choices in tried.items()}
        yield f"stakes.{name}", jackknife(worth, among, fmean)
    if len(games[0].game.bots) > 2:
        lost = {deal: [choice for choice in choices if choice[2] <= 0.05] for deal, choices in tried.items()}
        yield "hopeless", mean({deal: [len(lost[deal]) / len(tried[deal])] for deal in tried}, share=True)
        moved = {deal: [choice[3] for choice in choices] for deal, choices in lost.items() if choices}
        yield "kingmaking", jackknife(moved, among, lambda some: fmean(chain.from_iterable(some)))


def of_opinions(games: Sequence[Watched], among: int) -> Found:
    """Yield how far net and playouts are apart, and which is nearer to what happened."""

    def mean_of(place: int, *, share: bool = True) -> Known | None:
        own = dict[int, tuple[float, int]]()
        for one in games:
            values = [
                ((n - p) ** 2 - e, (n - h) ** 2, (p - h) ** 2 - e, (p - h) ** 2 - e - (n - h) ** 2)
                for n, p, e, h in one.opinions
            ]
            if values:
                own[one.game.deal] = fmean(value[place] for value in values), len(one.game.turns)
        return jackknife(own, among, lambda some: sum(v * t for v, t in some) / sum(t for _, t in some), share=share)

    square = mean_of(0)
    yield "evaluators.apart", square and Known(*(None if end is None else sqrt(end) for end in square))  # type: ignore[arg-type]
    yield "evaluators.net", mean_of(1)
    yield "evaluators.playouts", mean_of(2)
    yield "evaluators.nearer", mean_of(3, share=False)


def watched_of(game: Replay, kept: Sequence[Any]) -> Watched:
    """Return a game with what a study keeps of it, as it stands in its file."""
    turns, chances, opened, hidden, spread, choices, opinions, taken = kept
    assert turns == len(game.turns)
    assert [tuple(one) for one in taken] == game.taken
    return Watched(game, chances, opened, hidden, spread, choices, opinions)

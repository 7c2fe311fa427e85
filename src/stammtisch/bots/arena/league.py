"""A league: pairings of bots, each played until its result is clear or its share of the time is used.

Looking at a result again and again until it pleases would make nonsense of 99 %. So a pairing is looked at no more than
five times, at moments that the clock fixes, and the hundredth that its verdict may be wrong is split among them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import count, filterfalse
from typing import Final

from stammtisch.bots.arena.confidence_interval import is_above
from stammtisch.bots.arena.match import Deal, Match
from stammtisch.bots.arena.standings import leads
from stammtisch.bots.processes.match_workers import MatchWorkers, Task

ERROR: Final = 0.01  # the chance that a verdict in favour of a bot that is no better is allowed
FEWEST: Final = 10  # deals for a verdict: below that, few hands look alike enough for Student's t
_LOOKS: Final = (1 / 8, 1 / 4, 1 / 2, 1.0)  # parts of its share of the time after which a pairing is looked at
_SPLIT: Final = (0.1, 0.2, 0.2, 0.2, 0.3)  # of the error, over these looks and one with the time that is left
_PATIENCE: Final = 20.0  # seconds that any deal may take


class Verdict(Enum):
    """What a pairing has shown."""

    BETTER = "beats"
    WORSE = "loses to"
    OPEN = "is not clearly above"
    UNPLAYED = "has not met"


@dataclass
class Pairing:
    """One bot against a table of another, with what has been played."""

    match: Match
    above: str
    below: str
    weight: float = 1.0  # of its share of the time
    whole: bool = False  # whether it uses all of its share, for the sake of narrow intervals
    deals: list[Deal] = field(default_factory=list)
    given_up: int = 0  # deals that took so long that there was no time for them
    looks: int = 0
    verdict: Verdict = Verdict.UNPLAYED

    @property
    def done(self) -> bool:
        """Whether it needs no more time."""
        return self.verdict in (Verdict.BETTER, Verdict.WORSE) and not self.whole

    def look(self) -> None:
        """Judge by the deals so far; a verdict stands."""
        level = ERROR * _SPLIT[self.looks]
        self.looks += 1
        samples = leads(self.above, self.deals)
        if self.verdict in (Verdict.BETTER, Verdict.WORSE) or not samples:
            return
        self.verdict = Verdict.OPEN
        if len(samples) >= FEWEST and is_above(samples, level):
            self.verdict = Verdict.BETTER
        elif len(samples) >= FEWEST and is_above([-lead for lead in samples], level):
            self.verdict = Verdict.WORSE


def play_league(
    pairings: Sequence[Pairing], seconds: float, workers: MatchWorkers, *, least: int = 0
) -> Iterator[tuple[Pairing, Deal | None]]:
    """Play all pairings within so many seconds; yield each deal as it is finished, and nothing at the end of a turn.

    Every pairing in its turn gets its share of the time that is left, so what an early verdict saves goes to those that
    follow. What the last ones leave goes to those that are still open. Deals that go on for long after their pairing's
    share, or at the end of all, are given up. Before the time begins, each pairing plays `least` deals.
    """
    for pairing in pairings:
        for deal in workers.play((pairing.match, number) for number in range(least)):
            pairing.deals.append(deal)
            yield pairing, deal
    now = workers.clock.monotonic
    end = now() + seconds
    for index, pairing in enumerate(pairings):
        begin, share = now(), _share(pairings[index:], end - now())
        last = min(begin + max(2 * share, _PATIENCE), end)
        for part in _LOOKS:
            if not pairing.done and (part == 1.0 or now() < begin + part * share):
                yield from _play(pairing, begin + part * share, last, workers)
                pairing.look()
        yield pairing, None
    unclear = [pairing for pairing in pairings if not pairing.done]
    for index, pairing in enumerate(unclear):
        before = len(pairing.deals)
        yield from _play(pairing, now() + _share(unclear[index:], end - now()), end, workers)
        if len(pairing.deals) > before:
            pairing.look()
            yield pairing, None


def _share(pairings: Sequence[Pairing], left: float) -> float:
    """Return how many of the seconds that are left belong to the first of these pairings."""
    return left * pairings[0].weight / sum(pairing.weight for pairing in pairings)


def _play(pairing: Pairing, until: float, end: float, workers: MatchWorkers) -> Iterator[tuple[Pairing, Deal]]:
    """Play deals that should be finished by `until`, to judge by those before; one, if it can be, by `end`."""

    def tasks() -> Iterator[Task]:
        for number in filterfalse({deal.number for deal in pairing.deals}.__contains__, count()):
            if workers.clock.monotonic() + longest >= (until if number else end):
                return
            yield pairing.match, number

    longest = max(map(_thinking, pairing.deals), default=0.0)
    given_up = workers.given_up
    for deal in workers.play(tasks(), end):
        longest = max(longest, _thinking(deal))
        pairing.deals.append(deal)
        yield pairing, deal
    pairing.given_up += workers.given_up - given_up


def _thinking(deal: Deal) -> float:
    """Return how many seconds the bots thought, which is as good as all the time that a deal takes."""
    return sum(seconds for seconds, _ in deal.thinking.values())

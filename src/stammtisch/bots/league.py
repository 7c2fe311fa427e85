"""A league: pairings of bots, each played until its result is clear or its share of the time is used.

Looking at a result again and again until it pleases would make nonsense of 99 %. So a pairing is looked at no more than
five times, at moments that the clock fixes, and the hundredth that its verdict may be wrong is split among them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import count, filterfalse
from time import perf_counter
from typing import Final

from stammtisch.bots.arena import Deal, Match
from stammtisch.bots.crew import Crew, Task
from stammtisch.bots.intervals import is_above
from stammtisch.bots.standings import leads

ERROR: Final = 0.01  # the chance that a verdict in favour of a bot that is no better is allowed
_LOOKS: Final = (1 / 8, 1 / 4, 1 / 2, 1.0)  # parts of its share of the time after which a pairing is looked at
_SPLIT: Final = (0.1, 0.2, 0.2, 0.2, 0.3)  # of the error, over these looks and one with the time that is left
_PATIENCE: Final = 20.0  # seconds that any deal may take
_FEWEST: Final = 10  # deals for a verdict: below that, few hands look alike enough for Student's t


class Verdict(Enum):
    """What a pairing has shown."""

    BETTER = "beats"
    WORSE = "loses to"
    OPEN = "is not clearly above"


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
    verdict: Verdict = Verdict.OPEN

    @property
    def done(self) -> bool:
        """Whether it needs no more time."""
        return self.verdict is not Verdict.OPEN and not self.whole

    def look(self) -> None:
        """Judge by the deals so far; a verdict stands."""
        level = ERROR * _SPLIT[self.looks]
        self.looks += 1
        samples = leads(self.above, self.deals)
        if self.verdict is not Verdict.OPEN or len(samples) < _FEWEST:
            return
        if is_above(samples, level):
            self.verdict = Verdict.BETTER
        elif is_above([-lead for lead in samples], level):
            self.verdict = Verdict.WORSE


def play_league(pairings: Sequence[Pairing], seconds: float, crew: Crew) -> Iterator[tuple[Pairing, Deal | None]]:
    """Play all pairings within so many seconds; yield each deal as it is finished, and nothing at the end of a turn.

    Every pairing in its turn gets its share of the time that is left, so what an early verdict saves goes to those that
    follow. What the last ones leave goes to those that are still open. Deals that go on for long after their pairing's
    share, or at the end of all, are given up.
    """
    end = perf_counter() + seconds
    for index, pairing in enumerate(pairings):
        weights = sum(other.weight for other in pairings[index:])
        begin, share = perf_counter(), (end - perf_counter()) * pairing.weight / weights
        last = min(begin + max(2 * share, _PATIENCE), end)
        for part in _LOOKS:
            if not pairing.done and (part == 1.0 or perf_counter() < begin + part * share):
                yield from _play(pairing, begin + part * share, last, crew)
                pairing.look()
        yield pairing, None
    unclear = [pairing for pairing in pairings if not pairing.done]
    for index, pairing in enumerate(unclear):
        if perf_counter() < end:
            yield from _play(pairing, perf_counter() + (end - perf_counter()) / (len(unclear) - index), end, crew)
            pairing.look()
            yield pairing, None


def _play(pairing: Pairing, until: float, end: float, crew: Crew) -> Iterator[tuple[Pairing, Deal]]:
    """Play deals that should be finished by `until`, to judge by those before; one, if it can be, by `end`."""

    def tasks() -> Iterator[Task]:
        for number in filterfalse({deal.number for deal in pairing.deals}.__contains__, count()):
            if perf_counter() + longest >= (until if number else end):
                return
            yield pairing.match, number

    longest = max(map(_thinking, pairing.deals), default=0.0)
    given_up = crew.given_up
    for deal in crew.play(tasks(), end):
        longest = max(longest, _thinking(deal))
        pairing.deals.append(deal)
        yield pairing, deal
    pairing.given_up += crew.given_up - given_up


def _thinking(deal: Deal) -> float:
    """Return how many seconds the bots thought, which is as good as all the time that a deal takes."""
    return sum(seconds for seconds, _ in deal.thinking.values())

"""A review as a page shows it: what was done and what a bot would have done, in words, and where it turned."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from statistics import fmean
from typing import Any, Final

from stammtisch.bots.arena.confidence_interval import estimate
from stammtisch.bots.review.decisions import Judged, Review
from stammtisch.bots.review.luck import Luck
from stammtisch.core.language import Reader, Say
from stammtisch.core.rows import RowWalk
from stammtisch.core.rules_page import voice_of
from stammtisch.web.tables.live_table import LiveTable
from stammtisch.web.view.number_format import hundredths
from stammtisch.web.view.scene import measure_of

TURNING_POINTS: Final = 3
_MATTERS: Final = 0.1  # of the dearest decision: what cost less decided nothing


@dataclass(frozen=True)
class ReviewedDecision:
    """A decision of a game that is over, beside the best one."""

    number: int  # from 1
    step: int  # of the replay that shows it
    done: str
    best: str
    chance: int  # of a hundred
    left: int  # the same after what was done
    lost: str
    good: bool
    turning: int  # which of the turning points it is, from 1; 0 if none


@dataclass(frozen=True)
class ResultPart:
    """What one cause has added to a result, or the whole result."""

    name: str
    value: float  # in what the game counts
    error: float  # half of the interval in which it lies
    told: str


def lines(room: LiveTable, seat: int, found: Review, language: str, say: Say) -> list[ReviewedDecision]:
    """Return the decisions of a seat in the words of a reader."""
    measure, o = measure_of(room.game), room.options
    turning = turning_points(found.judged)
    told = _told(room, seat, found.judged, Reader(voice_of(room.game, language), room.names))
    return [
        ReviewedDecision(
            number,
            one.step,
            done,
            best,
            hundredths(one.chance),
            hundredths(one.left),
            measure.amount(measure.of(one.lost, o), say),
            one.good,
            turning.index(one) + 1 if one in turning else 0,
        )
        for number, (one, (done, best)) in enumerate(zip(found.judged, told, strict=True), 1)
    ]


def turning_points(judged: Sequence[Judged]) -> list[Judged]:
    """Return the decisions that cost most, as far as that is sure, the dearest first."""
    dear = sorted((one for one in judged if not one.good), key=lambda one: -one.lost)
    return [one for one in dear[:TURNING_POINTS] if one.lost >= dear[0].lost * _MATTERS]


def largest_swing(judged: Sequence[Judged]) -> int:
    """Return the number of the decision before which the chances had changed most since the one before; 0 if none."""
    swings = [abs(after.chance - before.left) for before, after in pairwise(judged)]
    return swings.index(max(swings)) + 2 if swings else 0


def _told(room: LiveTable, seat: int, judged: Sequence[Judged], reader: Reader) -> Iterator[tuple[str, str]]:
    """Yield for each decision what was done and what the bot would have done."""
    rules, o = room.game.rules, room.options
    s: Any = rules.State()
    rules.start(s, o)
    steps, taken = room.game_table().steps, 0
    for one in judged:
        for step in steps[taken : one.step]:
            rules.apply(s, o, step.seat, step.action)
        taken = one.step
        yield _row(room, seat, s, one.done, reader), _row(room, seat, s, one.best, reader)


def _row(room: LiveTable, seat: int, s: Any, actions: Sequence[int], reader: Reader) -> str:
    """Return a row of actions in words, each as the seat saw it when it came to it."""
    walk, words = RowWalk(room.game.rules, s.copy(), room.options, seat), []
    for action in actions:
        words.append(room.game.words.label(walk.view(), room.options, action, reader))
        walk.follow(action)
    return ", ".join(words)


def parts(room: LiveTable, seat: int, found: Luck, say: Say) -> list[ResultPart]:
    """Return what a result is made of: the average of the seat, the luck of the deal, and the play; and the whole."""
    measure, o, rules = measure_of(room.game), room.options, room.game.rules
    here = [measure.of(game[seat], o) for game in found.here]
    others = [
        measure.of(worth, o) for game in found.elsewhere for worth in (game if measure.alike(o) else [game[seat]])
    ]
    usual = fmean(others) if others else 0.0
    result = measure.of(rules.worth(room.game_table().position, o, seat), o)
    lucky, sure_here, sure_usual = fmean(here) - usual, _error(here), _error(others)
    told = [
        ResultPart(say("usual for this seat"), usual, sure_usual, ""),
        ResultPart(say("luck of the deal"), lucky, sqrt(sure_here**2 + sure_usual**2), ""),
        ResultPart(say("play"), result - fmean(here), sure_here, ""),
        ResultPart(say("result"), result, 0.0, ""),
    ]
    return [
        ResultPart(part.name, part.value, part.error, signed(part.value, measure.amount(abs(part.value), say)))
        for part in told
        if part.error or part.value or part is told[-1]
    ]


def _error(values: Sequence[float]) -> float:
    margin = estimate(values).margin if values else None
    return margin or 0.0


def signed(value: float, amount: str) -> str:
    """Return an amount with its sign."""
    return f"{'−' if value < 0 else '+'}{amount}"

"""A review as a page shows it: what was done, what it cost and what had been better, in words and small cards."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from typing import Any, Final

from markupsafe import Markup

from stammtisch.bots.review.decisions import Judged, Review
from stammtisch.bots.review.luck import Luck
from stammtisch.bots.review.shares import ResultShare, shares
from stammtisch.core.language import Reader, Say, voice
from stammtisch.core.queries import view_of
from stammtisch.core.rows import RowWalk
from stammtisch.core.rules_page import voice_of
from stammtisch.core.words.optional_words import reason
from stammtisch.web.tables.display_name import all_called
from stammtisch.web.tables.live_table import LiveTable
from stammtisch.web.view.log.card_marks import marked
from stammtisch.web.view.number_format import hundredths
from stammtisch.web.view.review.grades import CHANCES, GOOD, grade_name
from stammtisch.web.view.scene import draw_sentence, measure_of

DEAREST: Final = 3  # decisions that are shown first
TURN: Final = 0.05  # by which the chances must have fallen for a turning point
_MATTERS: Final = 0.1  # of the dearest decision: what cost less decided nothing


@dataclass(frozen=True)
class ReviewedDecision:
    """A decision of a game that is over, beside the best one."""

    number: int  # from 1
    step: int  # of the replay that shows it
    done: Markup
    best: Markup
    why: Markup  # what speaks for the best one
    chance: int  # of a hundred
    left: int  # the same after what was done
    cost: str
    grade: str
    grade_name: str
    rank: int  # which of the dearest it is, from 1; 0 if none
    turning: bool  # whether the chances fell by it


@dataclass(frozen=True)
class ResultPart:
    """What one cause has added to a result, or the whole result."""

    name: str
    value: float  # in what the game counts
    error: float  # half of the interval in which it lies
    told: str


@dataclass(frozen=True)
class _Told:
    done: str
    best: str
    why: str
    question: str
    phase: int


def lines(room: LiveTable, seat: int, found: Review, language: str, say: Say) -> list[ReviewedDecision]:
    """Return the decisions of a seat in the words of a reader."""
    measure, o = measure_of(room.game), room.options
    first = dearest(found.judged)
    told = []
    for number, (one, words) in enumerate(zip(found.judged, _told(room, seat, found, language), strict=True), 1):
        grade = grade_of(room, one)
        done, best, why = (draw_sentence(text, room.game, language) for text in (words.done, words.best, words.why))
        told.append(
            ReviewedDecision(
                number,
                one.step,
                done,
                best,
                why,
                hundredths(one.chance),
                hundredths(one.left),
                measure.amount(measure.of(one.cost, o), say, 1),
                grade,
                grade_name(grade, say),
                first.index(one) + 1 if one in first else 0,
                turns(one),
            )
        )
    return told


def grade_of(room: LiveTable, one: Judged) -> str:
    """Return the grade of a decision: by what it cost, or by the chances where nobody says what is counted."""
    measure = measure_of(room.game)
    if one.good:
        return GOOD
    if measure.scale is None:
        return CHANCES.grade(one.chance - one.left)
    return measure.scale.grade(measure.of(one.cost, room.options))


def dearest(judged: Sequence[Judged]) -> list[Judged]:
    """Return the decisions that cost most, as far as that is sure, the dearest first."""
    dear = sorted((one for one in judged if one.cost), key=lambda one: -one.cost)
    return [one for one in dear[:DEAREST] if one.cost >= dear[0].cost * _MATTERS]


def turns(one: Judged) -> bool:
    """Whether a decision is a turning point: it surely cost something, and the chances fell by enough to be seen."""
    return one.cost > 0 and hundredths(one.chance) - hundredths(one.left) >= hundredths(TURN)


def largest_swing(judged: Sequence[Judged]) -> int:
    """Return the number of the decision before which the chances had changed most since the one before.

    It is 0 where they never changed by enough to be called a turn.
    """
    swings = [abs(after.chance - before.left) for before, after in pairwise(judged)]
    return swings.index(max(swings)) + 2 if swings and max(swings) >= TURN else 0


def next_time(room: LiveTable, seat: int, found: Review, language: str, say: Say) -> Markup:
    """Say in one sentence where most was lost, by what was asked, and then why the dearest was better done otherwise.

    It is empty where nothing was lost.
    """
    measure, costs = measure_of(room.game), defaultdict[int, list[tuple[float, int, str, str]]](list)
    for number, (one, words) in enumerate(zip(found.judged, _told(room, seat, found, language), strict=True), 1):
        if grade_of(room, one) != GOOD:
            costs[words.phase].append((one.cost, number, words.question, words.why))
    if not costs:
        return Markup()
    most = max(costs.values(), key=lambda group: sum(cost for cost, *_ in group))
    _, dear, question, why = max(most)
    amount = measure.amount(measure.of(sum(cost for cost, *_ in most), room.options), say, 0)
    told = say.count(
        "Next time, think longest when you are asked “{question}”: {number} decision there cost {amount} in all.",
        "Next time, think longest when you are asked “{question}”: {number} decisions there cost {amount} in all.",
        len(most),
        question=question,
        amount=amount,
    )
    if why:
        told += " " + say("The costliest was decision {number}. For the better choice: {why}", number=dear, why=why)
    return draw_sentence(told, room.game, language)


def _told(room: LiveTable, seat: int, found: Review, language: str) -> Iterator[_Told]:
    """Yield for each decision what was asked, what was done, what had been better and why."""
    rules, o, game = room.game.rules, room.options, room.game
    names = all_called(room.names, voice("stammtisch.web", language))
    reader = Reader(voice_of(game, language), names, card=marked)
    plain = Reader(voice_of(game, language), names, seat)
    s: Any = rules.State()
    rules.start(s, o)
    steps, taken = room.game_table().steps, 0
    for one in found.judged:
        for step in steps[taken : one.step]:
            rules.apply(s, o, step.seat, step.action)
        taken, view = one.step, view_of(rules, s, o, seat)
        better = [action for action in one.best if action not in one.done]
        why = next(filter(None, (reason(game, view, o, seat, action, reader) for action in better)), "")
        asked = game.words.ask(view, o, seat, plain)
        done, best = (_row(room, seat, s, actions, reader) for actions in (one.done, one.best))
        yield _Told(done, best, why, asked, int(s.phase))


def _row(room: LiveTable, seat: int, s: Any, actions: Sequence[int], reader: Reader) -> str:
    """Return a row of actions in words, each as the seat saw it when it came to it."""
    walk, words = RowWalk(room.game.rules, s.copy(), room.options, seat), []
    for action in actions:
        words.append(room.game.words.label(walk.view(), room.options, action, reader))
        walk.follow(action)
    return ", ".join(words)


def parts(room: LiveTable, seat: int, found: Luck, played: Review, say: Say) -> list[ResultPart]:
    """Return what a result is made of, in figures that add up as they are shown, and the result as the last."""
    measure, o, rules = measure_of(room.game), room.options, room.game.rules
    alike = measure.alike(o)
    here = [measure.of(game[seat], o) for game in found.here]
    usually = [measure.of(worth, o) for game in found.elsewhere for worth in (game if alike else [game[seat]])]
    result = measure.of(rules.worth(room.game_table().position, o, seat), o)
    lost = measure.of(sum(one.cost for one in played.judged), o)
    error = measure.of(sqrt(sum(one.error**2 for one in played.judged if one.cost)), o)
    made = shares(result, here, usually, lost, error, measure.unit)
    base = round(measure.base / measure.unit)
    named = [
        (say("usual for this seat"), ResultShare(made.usual.units + base, made.usual.error)),
        (say("luck of the deal"), made.luck),
        (say("these decisions"), made.decisions),
        (say("the others’ play and luck on the way"), made.others),
        (say("result"), ResultShare(made.result.units + base)),
    ]
    return [
        ResultPart(
            name,
            share.units * measure.unit,
            share.error * measure.unit,
            signed(share.units, measure.amount(abs(share.units) * measure.unit, say, 0)),
        )
        for name, share in named
    ]


def signed(value: float, amount: str) -> str:
    """Return an amount with its sign; nothing has none."""
    return f"{'−' if value < 0 else '+'}{amount}" if value else amount

"""Goals on the page: which settings are best, and how sure that is; as sentences, table and plot."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from math import isfinite

from stammtisch.core.language import Say
from stammtisch.study.goals.goal import Goal
from stammtisch.study.goals.pareto import FrontStanding, Pareto, Setting
from stammtisch.study.report.goal_words import sentences, wish
from stammtisch.study.report.parts import Plot
from stammtisch.study.report.plots import Axis, Point, scatter
from stammtisch.study.report.summary import cell_name
from stammtisch.study.report.words import describe, interval, number
from stammtisch.study.results import StudyResults


@dataclass(frozen=True)
class SettingRow:
    """A setting in the table."""

    name: str
    standing: str
    values: list[tuple[str, str]]  # by goal, with its interval
    best: bool


@dataclass(frozen=True)
class GoalsTelling:
    """What is told of goals."""

    sentences: list[str]
    about: str
    labels: list[str]
    rows: list[SettingRow]
    plots: list[Plot]


def tell_goals(results: StudyResults, found: Pareto, say: Say) -> GoalsTelling:
    """Return what is told of goals in one language."""
    about = say(
        "What was wished for stands above each column. A setting is surely among the best if every other one is "
        "clearly worse on some goal; it is beaten if another one is clearly better on some goal, and clearly better or "
        "the very same on all others. All of that holds at once in 95 of 100 cases (Bonferroni)."
    )
    order = sorted(found.settings, key=lambda one: (list(FrontStanding).index(one.standing), one.cell))
    rows = [_row(results, found, one, say) for one in order]
    labels = [f"{describe(goal.measure, say).label}: {wish(goal, say)}" for goal in found.goals]
    return GoalsTelling(list(sentences(results, found, say)), about, labels, rows, list(_plots(found, say)))


def _row(results: StudyResults, found: Pareto, one: Setting, say: Say) -> SettingRow:
    values = []
    for goal, measured in zip(found.goals, one.measured, strict=True):
        form = describe(goal.measure, say).form
        values.append((number(measured.value, form, say), interval(measured, form, say)))
    name = say("{number}. {setting}", number=one.cell + 1, setting=cell_name(results, one.cell, say))
    return SettingRow(name, _standing(one, say), values, one.standing is FrontStanding.BEST)


def _standing(one: Setting, say: Say) -> str:
    if one.beaten_by is not None:
        return say("beaten by {number}", number=one.beaten_by + 1)
    return say("among the best") if one.standing is FrontStanding.BEST else say("not told apart")


def _plots(found: Pareto, say: Say) -> Iterator[Plot]:
    for one, other in combinations(range(len(found.goals)), 2):
        across, up = (_axis(found.goals[place], say) for place in (one, other))
        points = [
            Point(str(each.cell + 1), each.measured[one], each.measured[other], each.standing.value)
            for each in found.settings
        ]
        front = sorted(
            (point for point, each in zip(points, found.settings, strict=True) if each.front),
            key=lambda point: (point.x.value, point.y.value),
        )
        straight = len(found.goals) == 2 and all(goal.most or goal.least for goal in found.goals)  # noqa: PLR2004  # both
        heading = say("{one} and {other}", one=across.label, other=up.label)
        caption = say(
            "Each number is a row of the table; full: surely among the best; hollow: not told apart; grey: beaten. "
            "Dashed: what was wished for."
        )
        yield Plot(heading, scatter(heading, across, up, points, front if straight else ()), caption)


def _axis(goal: Goal, say: Say) -> Axis:
    about = describe(goal.measure, say)
    ends = dict.fromkeys(end for end in (goal.low, goal.high) if isfinite(end))
    return Axis(about.label, partial(number, form=about.form, say=say), tuple(ends))

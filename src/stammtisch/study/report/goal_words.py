"""Goals in words: what was wished for, which settings are best, and how sure that is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import isfinite
from typing import Final

from stammtisch.core.language import Say
from stammtisch.study.goals.goal import Goal
from stammtisch.study.goals.pareto import FrontStanding, Pareto, Setting
from stammtisch.study.report.summary import cell_name
from stammtisch.study.report.words import describe, number
from stammtisch.study.results import StudyResults

_NAMED: Final = 4  # settings in a sentence; the table has all


def sentences(results: StudyResults, found: Pareto, say: Say) -> Iterator[str]:
    """Yield what is to be said of goals, in plain words."""

    def named(some: Iterable[Setting]) -> str:
        names = [cell_name(results, one.cell, say) for one in some]
        return "; ".join([*names[:_NAMED], "…"] if len(names) > _NAMED else names)

    by_standing = {each: [one for one in found.settings if one.standing is each] for each in FrontStanding}
    if reached := named(one for one in found.settings if one.reached):
        yield say("Everything that was wished for is surely reached by: {settings}.", settings=reached)
    if best := named(by_standing[FrontStanding.BEST]):
        yield say("Surely among the best: {settings}.", settings=best)
    else:
        yield say("No setting is surely among the best: what was played does not tell them apart.")
    if undecided := by_standing[FrontStanding.OPEN]:
        many = len(undecided)
        yield say("Not told apart from others: {number} ({settings}).", number=many, settings=named(undecided))
    if beaten := by_standing[FrontStanding.BEATEN]:
        yield say("Settings that are clearly beaten by another one: {number}.", number=len(beaten))
    if missing := len(results.cells) - len(found.settings):
        yield say("Settings of which a goal could not be measured: {number}.", number=missing)


def wish(goal: Goal, say: Say) -> str:
    """Return what is wished for of a measure."""
    form = describe(goal.measure, say).form
    if goal.most:
        return say("as much as possible")
    if goal.least:
        return say("as little as possible")
    low, high = (number(end, form, say) if isfinite(end) else "" for end in (goal.low, goal.high))
    if not low:
        return say("at most {high}", high=high)
    if not high:
        return say("at least {low}", low=low)
    return say("near {value}", value=low) if goal.low == goal.high else say("{low} to {high}", low=low, high=high)

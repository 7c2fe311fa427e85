"""What was asked beyond the usual, in words and plots: what thinking, actions and openings are worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from statistics import fmean
from typing import Final

from stammtisch.core.language import Say
from stammtisch.study.experiments.openings import Opening, openings_of
from stammtisch.study.experiments.restricted_play import Restriction, restrictions
from stammtisch.study.experiments.skill_trace import DEEP, SkillStep, SkillTrace, skill_trace
from stammtisch.study.measures.estimates import Measured
from stammtisch.study.report.parts import NumberRow, Plot, Section, number_row
from stammtisch.study.report.plots import intervals
from stammtisch.study.report.summary import option_values
from stammtisch.study.report.words import Description, Form, number
from stammtisch.study.results import CellResults, StudyResults

_MOST_ROWS: Final = 24  # of openings on the page; all of them are in a file beside it
_ENDS: Final = 4  # of the best and of the worst openings in a plot


def traces(results: StudyResults) -> list[SkillTrace]:
    """Return the skill traces of a study that was asked for them."""
    asked = results.plan.asked
    return [skill_trace(cells) for cells in asked.groups(results.cells)] if asked.skill else []


def all_restrictions(results: StudyResults) -> list[list[Restriction]]:
    """Return what it costs to go without what the study was asked about."""
    without = results.plan.asked.without
    return [restrictions(without, cells) for cells in results.plan.asked.groups(results.cells)] if without else []


def asked_sections(results: StudyResults, say: Say) -> list[Section]:
    """Return what was found, one section for each combination of what is varied besides."""
    if results.plan.asked.drawn:
        return list(_openings(results, say))
    names = [option_values(results, cells[0].cell, say) for cells in results.plan.asked.groups(results.cells)]
    if results.plan.asked.skill:
        return [_skill(trace, name, say) for trace, name in zip(traces(results), names, strict=True)]
    bots = [cells[0].cell.match.lineup[0] for cells in results.plan.asked.groups(results.cells)]
    every = zip(all_restrictions(results), names, bots, strict=True)
    return [_without(found, name, bot, say) for found, name, bot in every]


def _skill(trace: SkillTrace, name: str, say: Say) -> Section:
    heading = say("What thinking is worth")
    percent = partial(number, form=Form.PERCENT, say=say)
    deep = number(DEEP, Form.WHOLE_PERCENT, say)
    steps = [(f"{step.playouts} : {step.playouts // 2}", step.ahead) for step in trace.steps]
    drawn = intervals(heading, steps, percent, (say("a step of depth"), DEEP))
    caption = say("How often a seat with so many playouts a decision stands above one with half of them.")
    about = say(
        "The search plays against itself with half the playouts. A doubling that stands above more often than in {deep}"
        " of the comparisons, which is 100 points of Elo, is a step of the depth that the game has for this search.",
        deep=deep,
    )
    return Section(
        _titled(heading, name),
        about,
        [_depth(trace, deep, say)],
        [Plot(heading, drawn, caption)],
        [_step_row(step, say) for step in trace.steps],
    )


def _depth(trace: SkillTrace, deep: str, say: Say) -> str:
    depth, steps = round(trace.depth.value), len(trace.steps)
    if trace.depth.low is None or trace.depth.high is None:
        return say(
            "Depth: {depth} of {steps}; so many doublings are won by more than {deep}."
            " These are too few deals to be sure.",
            depth=depth,
            steps=steps,
            deep=deep,
        )
    if trace.depth.low == trace.depth.high:
        return say(
            "Depth: {depth} of {steps}; so many doublings are won by more than {deep}, and that is sure.",
            depth=depth,
            steps=steps,
            deep=deep,
        )
    return say(
        "Depth: {depth} of {steps}; so many doublings are won by more than {deep}."
        " It is at least {low} and at most {high}.",
        depth=depth,
        steps=steps,
        deep=deep,
        low=round(trace.depth.low),
        high=round(trace.depth.high),
    )


def _step_row(step: SkillStep, say: Say) -> NumberRow:
    label = say("{playouts} playouts against {half}", playouts=step.playouts, half=step.playouts // 2)
    if step.deep is None:
        note = say("It may be a step of depth, or none.")
    else:
        note = say("A step of depth.") if step.deep else say("No step of depth.")
    return number_row(Description(label, note, Form.PERCENT), step.ahead, say, clear=step.deep is True)


def _without(found: Sequence[Restriction], name: str, bot: str, say: Say) -> Section:
    heading = say("What it costs to go without")
    percent = partial(number, form=Form.PERCENT, say=say)
    drawn = intervals(heading, [(one.pattern, one.win) for one in found], percent, (say("no loss"), 0.0))
    caption = say("The part of the win that is lost, on the same deals; to the left of the line it is a gain.")
    about = say(
        "{bot} never does this unless nothing else is legal, and does the best of what is left; it sits at each seat in"
        " turn, and everybody else does everything.",
        bot=bot,
    )
    told = [_restriction(one, bot, say) for one in found if one.clear]
    return Section(
        _titled(heading, name),
        about,
        told or [say("No difference is clear: all that was compared may be chance.")],
        [Plot(heading, drawn, caption)],
        [row for one in found for row in _restriction_rows(one, say)],
    )


def _restriction(one: Restriction, bot: str, say: Say) -> str:
    values = {
        "bot": bot,
        "action": one.pattern,
        "apart": number(abs(one.win.value), Form.PERCENT, say),
        "reach": number(one.win.margin or 0.0, Form.PERCENT, say),
    }
    if one.win.value > 0:
        return say("Without {action}, {bot} wins less often, by {apart} ± {reach} of the games.", **values)
    return say("Without {action}, {bot} wins more often, by {apart} ± {reach} of the games.", **values)


def _restriction_rows(one: Restriction, say: Say) -> Iterator[NumberRow]:
    times = number(one.forced.value, Form.NUMBER, say)
    note = say("Nothing else was legal {times} times a game.", times=times)
    win = Description(say("Wins lost without {action}", action=one.pattern), note, Form.PERCENT)
    yield number_row(win, one.win, say, clear=one.clear)
    score = say("Points lost without {action}", action=one.pattern)
    yield number_row(Description(score, say("On average over all seats it sits at."), Form.NUMBER), one.score, say)


def _openings(results: StudyResults, say: Say) -> Iterator[Section]:
    """Yield what openings that were drawn are worth."""
    about = say("Each seat’s first decision is drawn at random, so that every opening is seen.")
    for one in results.cells:
        heading = _titled(say("What openings are worth"), option_values(results, one.cell, say))
        opened = openings_of(one.games)
        own = [[opening for opening in opened if opening.seat == seat] for seat in range(one.cell.seats)]
        plots = [_openings_plot(one, openings, say) for openings in own if len(openings) > 1]
        best = _best(one, opened, say)
        yield Section(heading, about, [best], plots, _opening_rows(one, opened, say))


def _best(one: CellResults, opened: Sequence[Opening], say: Say) -> str:
    """Return the opening of all that is best for its seat."""
    clear = [opening for opening in opened if opening.clear and opening.wins.value > _mean(one, opening.seat)]
    if not clear:
        return say("No opening is clearly better than what its seat wins in all games.")
    best = max(clear, key=lambda opening: opening.wins.value - _mean(one, opening.seat))
    return say(
        "Seat {seat} wins {wins} ± {reach} of the games that it opens with {action}, and {mean} of all.",
        seat=best.seat + 1,
        wins=number(best.wins.value, Form.PERCENT, say),
        reach=number(best.wins.margin or 0.0, Form.PERCENT, say),
        action=one.written(best.action),
        mean=number(_mean(one, best.seat), Form.PERCENT, say),
    )


def openings_section(one: CellResults, say: Say) -> Section | None:
    """Return how the bots of a cell open by themselves; nothing if that is told already, or nobody has a choice."""
    opened = openings_of(one.games)
    if one.cell.drawn or len(opened) <= one.cell.seats:
        return None
    about = say("As the bots open by themselves: what they hold decides both how they open and who wins.")
    return Section(say("What openings are worth"), about, [], [], _opening_rows(one, opened, say))


def _opening_rows(one: CellResults, opened: Sequence[Opening], say: Say) -> list[NumberRow]:
    """Return the most frequent ones; a file beside the page has all."""
    shown = sorted(opened, key=lambda opening: -opening.games)[:_MOST_ROWS]
    return [_opening_row(one, opening, say) for opening in sorted(shown, key=lambda each: (each.seat, each.action))]


def _openings_plot(one: CellResults, openings: Sequence[Opening], say: Say) -> Plot:
    ranked = sorted(openings, key=lambda opening: -opening.wins.value)
    ends = ranked if len(ranked) <= 2 * _ENDS else [*ranked[:_ENDS], *ranked[-_ENDS:]]
    seat = openings[0].seat
    heading = say("Openings of seat {number}", number=seat + 1)
    rows = [(one.written(opening.action), opening.wins) for opening in ends]
    mean = say("all games"), _mean(one, seat)
    drawn = intervals(heading, rows, partial(number, form=Form.PERCENT, say=say), mean)
    return Plot(heading, drawn, say("Its part of the games that it opens so; of many, the best and the worst."))


def _opening_row(one: CellResults, opening: Opening, say: Say) -> NumberRow:
    label = say("Seat {number}: {action}", number=opening.seat + 1, action=one.written(opening.action))
    note = say("In {share} of the games.", share=number(opening.share.value, Form.PERCENT, say))
    return number_row(Description(label, note, Form.PERCENT), opening.wins, say, clear=opening.clear)


def _mean(one: CellResults, seat: int) -> float:
    return fmean(game.win(seat) for game in one.games)


def _titled(heading: str, name: str) -> str:
    return f"{heading} – {name}" if name else heading


def data_of(results: StudyResults) -> dict[str, object]:
    """Return everything of this as data."""
    return {
        "skill trace": [
            {"steps": [{"playouts": step.playouts, **interval(step.ahead)} for step in trace.steps]}
            | {"depth": interval(trace.depth)}
            for trace in traces(results)
        ],
        "restricted play": [
            [
                {"without": one.pattern, "win lost": interval(one.win), "score lost": interval(one.score)}
                | {"forced": interval(one.forced)}
                for one in found
            ]
            for found in all_restrictions(results)
        ],
    }


def interval(measured: Measured) -> dict[str, float | None]:
    """Return a value with the ends of its interval."""
    return {"value": measured.value, "low": measured.low, "high": measured.high}

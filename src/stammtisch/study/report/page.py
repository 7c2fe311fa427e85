"""The page of a study: one file that opens anywhere without network, in four languages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial
from importlib.metadata import version
from importlib.resources import files
from statistics import fmean
from typing import Final

from jinja2 import Environment, StrictUndefined, Template
from markupsafe import Markup

from stammtisch.core.game import find_game
from stammtisch.core.language import LANGUAGES, Say, voice
from stammtisch.core.options import as_text, make_options
from stammtisch.study.goals.pareto import Pareto
from stammtisch.study.measures.catching_up import PARTS
from stammtisch.study.measures.course import chances_of
from stammtisch.study.measures.length import LENGTHS, QUANTILES, distribution
from stammtisch.study.measures.luck import COMPONENTS
from stammtisch.study.moments.watch import SPECTATOR_WORLDS
from stammtisch.study.report.experiments import asked_sections, openings_section
from stammtisch.study.report.goals_told import GoalsTelling, tell_goals
from stammtisch.study.report.highlights import highlights
from stammtisch.study.report.parts import NumberRow, Plot, Section, number_row
from stammtisch.study.report.plots import courses, histogram, intervals, stack
from stammtisch.study.report.summary import cell_name, cell_values, comparison, summary
from stammtisch.study.report.words import Form, describe, number, title
from stammtisch.study.results import BEYOND, CellResults, Difference, StudyResults

PACKAGE: Final = "stammtisch.study"
_SIDE_BY_SIDE: Final = (
    *("balance", "minutes", "real", "luck.deal", "lead_changes", "settled", "drama", "shared"),
    *("leader.50", "stakes.second", "kingmaking"),
)
_SEATS: Final = ("win.", f"{BEYOND['win']}.")
_MOST_SENTENCES: Final = 8  # about differences; of more the largest of each measure is told


@dataclass(frozen=True)
class CellTelling:
    """What is told of a cell."""

    name: str
    about: str
    sentences: list[str]
    plots: list[Plot]
    rows: list[NumberRow]
    games: list[dict[str, str]]
    openings: Section | None


@dataclass(frozen=True)
class Comparison:
    """What is told of all cells together."""

    sentences: list[str]
    plots: list[Plot]
    rows: list[NumberRow]


@dataclass(frozen=True)
class Telling:
    """A whole study in one language."""

    say: Say
    title: str
    asked: list[Section]  # beyond the usual
    compared: Comparison | None
    goals: GoalsTelling | None
    cells: list[CellTelling]


def render_page(results: StudyResults, front: Pareto | None, opens: str) -> str:
    """Return the page, which opens in a language and has the others, too."""
    tellings = [_telling(results, front, voice(PACKAGE, language)) for language in LANGUAGES]
    plan = results.plan
    return _template().render(
        opens=opens,
        title=title(plan, voice(PACKAGE, opens)),
        style=Markup((files(PACKAGE) / "report" / "page.css").read_text("utf-8")),  # noqa: S704  # our own
        languages=LANGUAGES,
        tellings=tellings,
        command=results.command,
        version=", ".join(str(game.rules.VERSION) for game in plan.games),
        stammtisch=version("stammtisch"),
        worlds=SPECTATOR_WORLDS,
    )


@cache
def _template() -> Template:
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    return environment.from_string((files(PACKAGE) / "report" / "page.html").read_text("utf-8"))


def _telling(results: StudyResults, front: Pareto | None, say: Say) -> Telling:
    several = len(results.cells) > 1
    goals = tell_goals(results, front, say) if front else None
    compared = None
    if several:
        plots = list(_side_by_side(results, say))
        headlines = [
            one for one in results.differences if one.measure in _SIDE_BY_SIDE or one.measure.startswith(_SEATS)
        ]
        rows = [_difference(results, one, say) for one in results.differences]
        sentences = goals.sentences if goals else comparison(results, headlines, say, _MOST_SENTENCES)
        compared = Comparison(sentences, plots, rows)
    cells = [_cell(results, index, say) for index in range(len(results.cells))]
    return Telling(say, title(results.plan, say), asked_sections(results, say), compared, goals, cells)


def _side_by_side(results: StudyResults, say: Say) -> Iterator[Plot]:
    for name in _SIDE_BY_SIDE:
        rows = [
            (cell_values(results, index, say), one.measures[name])
            for index, one in enumerate(results.cells)
            if name in one.measures
        ]
        if len(rows) == len(results.cells):
            about = describe(name, say)
            write = partial(number, form=about.form, say=say)
            yield Plot(about.label, intervals(about.label, rows, write), about.note)


def _cell(results: StudyResults, index: int, say: Say) -> CellTelling:
    one = results.cells[index]
    rules = find_game(one.cell.match.game).rules
    about = say(
        "{games} games of {bots}; {options}.",
        games=say.number(len(one.games)),
        bots=", ".join(one.cell.match.lineup),
        options=as_text(rules, make_options(rules, one.cell.match.options)),
    )
    whys = _whys(say)
    games = [{"file": f"games/{index}-{shown.why}.txt", "why": whys[shown.why]} for shown in highlights(one.games)]
    rows = [number_row(describe(name, say), measured, say) for name, measured in one.measures.items()]
    return CellTelling(
        cell_name(results, index, say),
        about,
        summary(one, say),
        list(cell_plots(one, say)),
        rows,
        games,
        openings_section(one, say),
    )


def _difference(results: StudyResults, one: Difference, say: Say) -> NumberRow:
    about = describe(one.measure, say)
    value, low, high = (number(end, about.form, say, one.value) for end in (one.value, one.low, one.high))
    label = say("{cell} – {measure}", cell=cell_name(results, one.cell, say), measure=about.label)
    return NumberRow(label, about.note, value, say("{low} to {high}", low=low, high=high), one.clear)


def cell_plots(one: CellResults, say: Say) -> Iterator[Plot]:
    """Yield the plots of a cell."""
    percent = partial(number, form=Form.PERCENT, say=say)
    wins = [(say("Seat {number}", number=seat + 1), one.measures[f"win.{seat}"]) for seat in range(one.cell.seats)]
    fair = say("all alike"), fmean(measured.value for _, measured in wins)
    heading = say("Who wins")
    yield Plot(heading, intervals(heading, wins, percent, fair), say("By seat, with intervals; a shared win is split."))
    yield from _openers(one, fair, say)
    yield from _lengths(one, say)
    parts = [(describe(name, say).label, one.measures[name].value) for name in COMPONENTS if name in one.measures]
    if sum(part for _, part in parts):
        heading = say("What decides")
        yield Plot(heading, stack(heading, parts, percent), say("Parts of the variance of who wins."))
    leads = [
        (number(part / 100, Form.WHOLE_PERCENT, say), one.measures[name])
        for part in PARTS
        if (name := f"leader.{part}") in one.measures
    ]
    if leads:
        heading = say("Whether who is ahead wins")
        caption = say("How often whoever is ahead after parts of an average game wins.")
        yield Plot(heading, intervals(heading, leads, percent, fair), caption)
    yield from _courses(one, say)


def _openers(one: CellResults, fair: tuple[str, float], say: Say) -> Iterator[Plot]:
    wins = [
        (say("Opens") if place == 0 else say("Seat +{place}", place=place), one.measures[name])
        for place in range(one.cell.seats)
        if (name := f"opener.{place}") in one.measures
    ]
    if wins:
        heading = say("Whether opening helps")
        drawn = intervals(heading, wins, partial(number, form=Form.PERCENT, say=say), fair)
        yield Plot(heading, drawn, say("By how far a seat sits from whoever is the first to decide something alone."))


def _lengths(one: CellResults, say: Say) -> Iterator[Plot]:
    """Yield how often games are how long, by each of the lengths that are measured."""
    write = partial(number, form=Form.NUMBER, say=say)
    for name in LENGTHS:
        values = distribution(one.games, name)
        if values:
            unit = describe(name, say).label
            heading = say("How long it takes: {measure}", measure=unit)
            parts = [f"{name}.{percent}" for percent in QUANTILES]
            few, half, most = (number(one.measures[part].value, describe(part, say).form, say) for part in parts)
            caption = say(
                "Half of the games take up to {half}; nine of ten {few} to {most}.", half=half, few=few, most=most
            )
            yield Plot(heading, histogram(heading, values, unit, write), caption)


def _courses(one: CellResults, say: Say) -> Iterator[Plot]:
    """Yield the course of the game in which the winner was farthest behind."""
    whole = partial(number, form=Form.WHOLE_PERCENT, say=say)
    for shown in highlights(one.games)[:1]:
        heading = say("How a game can go")
        names = [say("Seat {number}", number=seat + 1) for seat in range(one.cell.seats)]
        drawn = courses(heading, names, chances_of(shown.game), say("from the first turn to the end"), whole)
        yield Plot(heading, drawn, say("Chances to win in the game whose winner was longest and farthest behind."))


def _whys(say: Say) -> Mapping[str, str]:
    return {
        "comeback": say("The winner was longest and farthest behind"),
        "changes": say("The lead changed most often"),
        "open": say("It was open for longest"),
        "early": say("It was settled first"),
    }

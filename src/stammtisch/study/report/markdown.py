"""The numbers of a study as a page of text, for repositories."""

from __future__ import annotations

from collections.abc import Iterator

from stammtisch.core.language import Say
from stammtisch.study.goals.pareto import Pareto
from stammtisch.study.report.experiments import asked_sections
from stammtisch.study.report.goals_told import GoalsTelling, tell_goals
from stammtisch.study.report.summary import cell_name, comparison, summary
from stammtisch.study.report.words import describe, title, within
from stammtisch.study.results import StudyResults


def as_markdown(results: StudyResults, front: Pareto | None, say: Say) -> str:
    """Return every number with its interval."""
    return "\n".join(_lines(results, front, say)) + "\n"


def _lines(results: StudyResults, front: Pareto | None, say: Say) -> Iterator[str]:
    yield f"# {say('{game}: a study', game=title(results.plan, say))}"
    yield f"\n```\n{results.command}\n```"
    yield from _asked(results, say)
    if front:
        yield from _goals(tell_goals(results, front, say), say)
    for index, one in enumerate(results.cells):
        if name := cell_name(results, index, say):
            yield f"\n## {name}"
        games, bots = say.number(len(one.games)), ", ".join(one.cell.match.lineup)
        yield f"\n{say('{games} games of {bots}.', games=games, bots=bots)}"
        for sentence in summary(one, say):
            yield sentence
        yield "\n| | |\n|---|--:|"
        for measure, measured in one.measures.items():
            about = describe(measure, say)
            yield f"| {about.label} | {within(measured, about.form, say)} |"
    if len(results.cells) > 1:
        yield f"\n## {say('Side by side')}\n"
        for sentence in comparison(results, results.differences, say):
            yield f"- {sentence}"


def _asked(results: StudyResults, say: Say) -> Iterator[str]:
    for section in asked_sections(results, say):
        yield f"\n## {section.heading}\n"
        yield from section.sentences
        yield "\n| | | |\n|---|--:|---|"
        for row in section.rows:
            yield f"| {row.label} | {row.value} | {row.interval} |"


def _goals(told: GoalsTelling, say: Say) -> Iterator[str]:
    yield f"\n## {say('Which settings are best')}\n"
    for sentence in told.sentences:
        yield f"- {sentence}"
    yield f"\n| | {' | '.join(told.labels)} | |"
    yield f"|---|{'--:|' * len(told.labels)}---|"
    for row in told.rows:
        values = (f"{value} ({interval})" if interval else value for value, interval in row.values)
        yield f"| {row.name} | {' | '.join(values)} | {row.standing} |"

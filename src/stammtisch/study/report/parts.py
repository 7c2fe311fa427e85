"""The parts of the page of a study: plots, rows of tables, and sections made of them."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from stammtisch.core.language import Say
from stammtisch.study.measures.estimates import Measured
from stammtisch.study.report.words import Description, interval, number


@dataclass(frozen=True)
class Plot:
    """A plot with what stands above and below it."""

    heading: str
    drawn: Markup
    caption: str


@dataclass(frozen=True)
class NumberRow:
    """A measure in the table."""

    label: str
    note: str
    value: str
    interval: str
    clear: bool = False  # of a difference: whether it is no chance


@dataclass(frozen=True)
class Section:
    """What is told of one question."""

    heading: str
    about: str
    sentences: list[str]
    plots: list[Plot]
    rows: list[NumberRow]


def number_row(about: Description, measured: Measured, say: Say, *, clear: bool = False) -> NumberRow:
    """Return a measure with its interval."""
    value, form = measured.value, about.form
    return NumberRow(about.label, about.note, number(value, form, say), interval(measured, form, say), clear)

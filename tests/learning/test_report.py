"""How a training went, on one page: from a log whose last line may be half a line."""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from stammtisch.learning.learner import Losses
from stammtisch.learning.report import NAME, read_log, write_report
from stammtisch.learning.trainer import LOG, TrainingProgress

PLOTS = [
    "Lead over opponents, in points",
    "Entropy of the policy, in nats",
    "Error of the value, squared",
    "Surprise at who is ahead, in nats",
    "Decisions a second",
]


def rows(number: int) -> list[dict[str, Any]]:
    """Return a log, measured at every second row."""
    return [
        asdict(
            TrainingProgress(
                decisions=1000 * (at + 1),
                seconds=float(at),
                playing=5e6,
                learning=2e6 + at,
                losses=Losses(policy=0.0, value=1 / (at + 1), entropy=1.5, ahead=0.6),
                leads={"random": at - 3.0, "easy": -1.0} if at % 2 == 0 else None,
            )
        )
        for at in range(number)
    ]


def plots_of(page: Path) -> list[ET.Element]:
    return [ET.fromstring(text) for text in re.findall(r"<svg.*?</svg>", page.read_text(), re.DOTALL)]  # noqa: S314


def points(line: ET.Element) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, _, y in (pair.partition(",") for pair in line.attrib["points"].split())]


def test_the_page_has_a_plot_of_everything_that_was_measured(tmp_path: Path) -> None:
    page = write_report(rows(9), {"command": "stammtisch train <duel>"}, tmp_path)
    plots = plots_of(page)

    assert page == tmp_path / NAME
    assert [plot.attrib["aria-label"] for plot in plots] == PLOTS
    assert [len(plot.findall("polyline")) for plot in plots] == [2, 1, 1, 1, 2]
    assert [len(points(line)) for line in plots[0].findall("polyline")] == [5, 5]
    assert len(points(plots[1].findall("polyline")[0])) == 9
    assert "stammtisch train &lt;duel&gt;" in page.read_text()
    assert not re.search(r"https?:|<script|<link|<img", page.read_text())  # it needs nothing else


def test_what_is_more_is_drawn_higher_and_what_is_later_further_right(tmp_path: Path) -> None:
    easy, random = plots_of(write_report(rows(9), {}, tmp_path))[0].findall("polyline")
    across, up = zip(*points(random), strict=True)

    assert list(across) == sorted(across)
    assert list(up) == sorted(up, reverse=True)
    assert {y for _, y in points(easy)} == {200 * (1 - 2 / 8)}  # -1, between -3 and 5
    assert max(across) == 640
    assert (max(up), min(up)) == (200, 0)


def test_a_long_training_is_drawn_by_some_of_its_points(tmp_path: Path) -> None:
    line = plots_of(write_report(rows(5000), {}, tmp_path))[1].findall("polyline")[0]

    assert 400 <= len(points(line)) <= 800


@pytest.mark.parametrize("number", [0, 1])
def test_a_training_that_has_hardly_begun_is_no_trouble(number: int, tmp_path: Path) -> None:
    assert len(plots_of(write_report(rows(number), {"decisions": 0}, tmp_path))) == 5 * number


def test_half_a_line_of_a_log_is_none_and_the_others_are_there(tmp_path: Path) -> None:
    lines = [json.dumps(row) for row in rows(4)]
    path = tmp_path / LOG
    path.write_text("\n".join([*lines[:2], lines[2][:40], lines[3]]) + "\n" + lines[0][:17])

    assert [row["decisions"] for row in read_log(path)] == [1000, 2000, 4000]
    assert len(plots_of(write_report(read_log(path), {}, tmp_path))) == 5


def test_a_log_that_is_not_there_has_no_rows(tmp_path: Path) -> None:
    assert read_log(tmp_path / LOG) == []

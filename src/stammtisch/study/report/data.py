"""A study as data: every measure and every game, as CSV and JSON."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator
from io import StringIO
from typing import Any

from stammtisch.bots.arena.confidence_interval import CONFIDENCE
from stammtisch.kernel.seats import NONE
from stammtisch.study.experiments.openings import openings_of
from stammtisch.study.goals.pareto import Pareto
from stammtisch.study.pace import BIT, FORCED, LOOK
from stammtisch.study.report.experiments import data_of, interval
from stammtisch.study.results import StudyResults


def measures_json(results: StudyResults, front: Pareto | None) -> str:
    """Return every measure and difference, with what fixes them."""
    found = {
        **results.plan.as_json(),
        "command": results.command,
        "confidence": CONFIDENCE,
        "seconds of a decision": {"look": LOOK, "for each bit": BIT, "forced": FORCED},
        "cells": [
            {
                "varied": dict(one.cell.varied),
                "game": one.cell.match.game,
                "options": one.cell.match.options,
                "bots": list(one.cell.match.lineup),
                "games": len(one.games),
                "measures": {name: interval(measured) for name, measured in one.measures.items()},
            }
            for one in results.cells
        ],
        **data_of(results),
        "differences to the first cell": [
            {"cell": one.cell, "measure": one.measure, "value": one.value, "low": one.low, "high": one.high}
            for one in results.differences
        ],
    }
    if front:
        found["goals"] = [goal.text for goal in front.goals]
        found["settings"] = [
            {
                "cell": one.cell,
                "standing": one.standing.value,
                "beaten by": one.beaten_by,
                "reached": one.reached,
                "on the front by its values": one.front,
            }
            for one in front.settings
        ]
    return json.dumps(found, indent=1) + "\n"


def measures_csv(results: StudyResults) -> str:
    """Return every measure as a row."""
    rows = (
        [number, name, measured.value, measured.low, measured.high]
        for number, one in enumerate(results.cells)
        for name, measured in one.measures.items()
    )
    return _csv(["cell", "measure", "value", "low", "high"], rows)


def openings_csv(results: StudyResults) -> str:
    """Return every opening as a row."""
    rows = (
        [
            *(number, opening.seat + 1, one.written(opening.action), opening.games),
            *(*interval(opening.share).values(), *interval(opening.wins).values()),
        ]
        for number, one in enumerate(results.cells)
        for opening in openings_of(one.games)
    )
    values = ("share", "share_low", "share_high", "wins", "wins_low", "wins_high")
    return _csv(["cell", "seat", "action", "games", *values], rows)


def games_csv(results: StudyResults) -> str:
    """Return every game as a row."""
    return _csv(
        [
            "cell",
            "deal",
            "deal_seed",
            "bots",
            "over",
            "places",
            "scores",
            "steps",
            "decisions",
            "rounds",
            "seconds",
            "choices",
            "ways",
            "real",
            "chances",
            "openings",
            "forced",
            "opener",
        ],
        _games(results),
    )


def _games(results: StudyResults) -> Iterator[list[object]]:
    for number, one in enumerate(results.cells):
        for game in one.games:
            seed = one.cell.match.deal_seed(game.deal)
            places, scores = (" ".join(map(str, values)) for values in (game.places, game.scores))
            seated = "; ".join(one.cell.lineups[game.lineup])
            opened = "; ".join(", ".join(map(one.written, actions)) for actions in game.openings)
            yield [
                *(number, game.deal, seed, seated, int(game.over), places, scores, game.steps, game.decisions),
                *(game.rounds, game.seconds, game.choices, game.ways, game.real, game.chances),
                *(opened, game.forced, "" if game.opener == NONE else game.opener + 1),
            ]


def _csv(names: list[str], rows: Iterable[list[Any]]) -> str:
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(names)
    writer.writerows(rows)
    return text.getvalue()

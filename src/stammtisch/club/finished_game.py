"""The result of a game that has just ended: what is kept of it for history, ratings and boards."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from stammtisch.core.table import Table
from stammtisch.store.contract import StoredTable
from stammtisch.store.result_contract import USUAL, GameResult, SeatResult

_LONGEST: Final = 200  # signs of an option that is kept as it is; boards are longer, and lie with their table


@dataclass(frozen=True)
class Sitter:
    """Who had a seat in the end."""

    person: str  # empty for a bot
    name: str
    level: str  # of the bot; empty for a person
    left: bool = False
    stood_in: int = 0  # decisions that a bot took for the person
    hints: int = 0


@dataclass(frozen=True)
class Circumstances:
    """What a result depends on beside the game itself."""

    sitters: Sequence[Sitter]
    may_be_rated: bool  # whether its host wanted it to count
    practised: bool = False  # whether somebody has tried out decisions of this game before they took them
    kind: str = USUAL
    evening: str = ""  # the table at which the same people began; this one, if empty


def result_of(saved: StoredTable, table: Table, around: Circumstances, finished: float) -> GameResult | None:
    """Return the result of a game, or nothing if it is not over.

    It counts for ratings if its host wanted that and nobody had help from the house, by hints or by practice.
    """
    outcome = table.outcome()
    if outcome is None:
        return None
    share = 1 / max(1, len(outcome.winners))
    seats = tuple(
        SeatResult(
            one.person,
            one.name,
            "" if one.person else one.level,
            score,
            place,
            share * (place == 1),
            one.left,
            one.stood_in,
        )
        for one, score, place in zip(around.sitters, outcome.scores, outcome.places, strict=True)
    )
    helped = around.practised or any(one.hints for one in around.sitters)
    return GameResult(
        saved.id,
        saved.game,
        saved.version,
        {name: _short(value) for name, value in saved.choices.items()},
        finished,
        around.may_be_rated and not helped,
        len(table.steps),
        seats,
        around.evening or saved.id,
        around.kind,
    )


def _short(value: object) -> object:
    """Return an option, or the hash of one that is long."""
    text = value if isinstance(value, str) else json.dumps(value, sort_keys=True)
    return f"sha256:{sha256(text.encode()).hexdigest()}" if len(text) > _LONGEST else value

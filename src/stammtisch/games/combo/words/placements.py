"""What a combination has brought at Combination Race: stones on a level or in columns, and what that is worth."""

from __future__ import annotations

from stammtisch.core.language import Say
from stammtisch.games.combo.boards import UPGRADES
from stammtisch.games.combo.position import COLUMN, Options, State
from stammtisch.games.combo.stones import stones_left
from stammtisch.games.combo.words.names import worth_of


def placed(seat: int, before: State, after: State, o: Options, say: Say) -> str:
    """Say where stones were placed, what that is worth, and how many of them came from the reserve."""
    stones = stones_left(before, seat) - stones_left(after, seat)
    from_reserve = before.reserve[seat] - after.reserve[seat]
    grown = (row for row in range(UPGRADES + 1) if after.level[seat][row] > before.level[seat][row])
    row = next(grown)
    if row == COLUMN:
        where = _in_columns(seat, before, after, stones, say)
    else:
        where = _on_level(seat, after, o, row, stones, say)
    if from_reserve == 0:
        return where
    more = say.count("{number} comes from the reserve.", "{number} come from the reserve.", from_reserve)
    return f"{where} {more}"


def _in_columns(seat: int, before: State, after: State, stones: int, say: Say) -> str:
    columns = after.level[seat][COLUMN]
    if columns - before.level[seat][COLUMN] > 1:
        return say("4 stones fill two columns; columns filled: {columns}.", columns=columns)
    return say.count(
        "{number} stone goes in a column; columns filled: {columns}.",
        "{number} stones fill a column; columns filled: {columns}.",
        stones,
        columns=columns,
    )


def _on_level(seat: int, after: State, o: Options, row: int, stones: int, say: Say) -> str:
    facts = {"level": after.level[seat][row], "value": worth_of(after, o, seat, row)}
    return (
        say.count(
            "{number} stone on level {level}; cards from the pile from now on: {value}.",
            "{number} stones on level {level}; cards from the pile from now on: {value}.",
            stones,
            **facts,
        ),
        say.count(
            "{number} stone on level {level}; cards from the display from now on: {value}.",
            "{number} stones on level {level}; cards from the display from now on: {value}.",
            stones,
            **facts,
        ),
        say.count(
            "{number} stone on level {level}; cards to exchange from now on: up to {value}.",
            "{number} stones on level {level}; cards to exchange from now on: up to {value}.",
            stones,
            **facts,
        ),
        say.count(
            "{number} stone on level {level}; hand limit from now on: {value}.",
            "{number} stones on level {level}; hand limit from now on: {value}.",
            stones,
            **facts,
        ),
    )[row]

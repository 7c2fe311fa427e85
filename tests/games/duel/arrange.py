"""Tables arranged by text, for the tests of a duel."""

from __future__ import annotations

from typing import Any

from stammtisch import Table


def duel(play: str = "", **choices: Any) -> Table:
    """Return a table at which this has been played, seat 0 bluffing first unless it is said otherwise.

    Args:
        play: What each seat did, such as `0: hide 2 | 1: turn 1, turn 3`.
        choices: The options that differ from their defaults.
    """
    table = Table("duel", seed=7, **{"first_bluffer": 0} | choices)
    carry_on(table, play)
    return table


def carry_on(table: Table, play: str) -> None:
    """Play on at a table, in the same form."""
    for part in filter(None, play.split("|")):
        seat, _, actions = part.partition(":")
        for action in actions.split(","):
            table.play(int(seat), action)

"""Who sits where in a match: a bot by its name for every seat."""

from __future__ import annotations

from collections.abc import Sequence

from stammtisch.errors import OptionError

Lineup = tuple[str, ...]


def fill(names: Sequence[str], seats: int) -> Lineup:
    """Return the lineup of these bots; the last one named takes every seat beyond them.

    >>> fill(["strong", "random"], 4)
    ('strong', 'random', 'random', 'random')

    Raises:
        OptionError: There is no bot, or there are more bots than seats.
    """
    if not 1 <= len(names) <= seats:
        raise OptionError(f"bots are {len(names)}; there may be 1 to {seats}, one for each seat")
    return (*names, *[names[-1]] * (seats - len(names)))


def rotations(lineup: Lineup) -> list[Lineup]:
    """Return every way of turning the lineup round the table, equal ones once.

    >>> rotations(("a", "b", "b"))
    [('a', 'b', 'b'), ('b', 'a', 'b'), ('b', 'b', 'a')]
    """
    return list(dict.fromkeys(lineup[-turn:] + lineup[:-turn] for turn in range(len(lineup))))

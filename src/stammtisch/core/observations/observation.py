"""What a learning program is given at a table: observations, masks and rewards, the same in every environment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, cast

import numpy as np
from numpy.typing import NDArray

from stammtisch.core.game import Game
from stammtisch.core.table import Table
from stammtisch.errors import FeatureError
from stammtisch.kernel.outcome import REWARDS, SCORE, Outcome, lowest_reward, reward
from stammtisch.kernel.protocol import Features

Numbers = NDArray[np.int8]
_TOO_MANY: Final = 1 << 40  # games or decisions


def has_features(game: Game) -> bool:
    """Whether somebody has written down how to observe a game in numbers."""
    return hasattr(game, "features")


def features_of(game: Game) -> Features:
    """Return the part of a game that turns what a seat knows into numbers.

    Raises:
        FeatureError: The game has none.
    """
    if not has_features(game):
        raise FeatureError(f"{game.NAME} has no features: nobody has written down how to observe it in numbers")
    return cast(Features, getattr(game, "features"))  # noqa: B009  # not every game has it


def reward_number(name: str, names: Sequence[str] = REWARDS) -> int:
    """Return the number of a reward, of those at the end of a game or of others.

    Raises:
        FeatureError: There is none of this name.
    """
    if name not in names:
        raise FeatureError(f"reward is {name!r}; it may be {', '.join(names)}")
    return names.index(name)


def check_numbers(**given: tuple[Any, int]) -> None:
    """Refuse numbers that are not whole, below their least, or too large to be meant.

    Raises:
        FeatureError: One is; each is given with its least.
    """
    for name, (number, least) in given.items():
        if not isinstance(number, int) or not least <= number < _TOO_MANY:
            raise FeatureError(f"{name} is {number!r}; it may be {least} to {_TOO_MANY - 1}")


def observation(table: Table, seat: int) -> Numbers:
    """Return what a seat knows, as its game's `features.LAYOUT` describes it.

    Raises:
        FeatureError: The game has no features, or the table no such seat.
    """
    if not 0 <= seat < table.seats:
        raise FeatureError(f"seat is {seat}; it may be 0 to {table.seats - 1}")
    return np.array(observed(table.game, table.options, table.position, seat), np.int8)


def observed(game: Game, options: Any, view: Any, seat: int) -> list[int]:
    """Return a view, or as much of a position as the seat may know, as numbers.

    Raises:
        FeatureError: The game has no features.
    """
    features = features_of(game)
    out = [0] * features.LAYOUT.size
    features.observe(view, options, seat, out)
    return out


def action_mask(table: Table, seat: int) -> Numbers:
    """Return a 1 for every action that a seat may take now."""
    mask = np.zeros(table.rules.ACTIONS, np.int8)
    if seat in table.waiting:
        mask[table.actions(seat)] = 1
    return mask


def rewards(table: Table, kind: int) -> list[float]:
    """Return what every seat gets; nothing while the game goes on."""
    if not table.over:
        return [0.0] * table.seats
    outcome = Outcome()
    table.rules.outcome(table.position, table.options, outcome)
    sign = score_sign(table.game)
    return [reward(outcome, table.seats, seat, kind, sign) for seat in range(table.seats)]


def reward_range(game: Game, options: Any, kind: int) -> tuple[float, float]:
    """Return the lowest and the highest reward that a seat can get."""
    features, sign = features_of(game), score_sign(game)
    lowest, highest = features.lowest(options), features.highest(options)
    most = float(max(sign * lowest, sign * highest)) if kind == SCORE else 1.0
    return lowest_reward(lowest, highest, kind, sign), most


def total_score(game: Game) -> int | None:
    """Return what the scores of all seats add up to, if a game says that it is always the same."""
    total: int | None = getattr(features_of(game), "TOTAL_SCORE", None)
    return total


def is_open(game: Game) -> bool:
    """Whether a game says of itself that nothing is ever hidden or drawn, and one seat decides at a time."""
    return bool(getattr(features_of(game), "OPEN", False))


def score_sign(game: Game) -> int:
    """Return 1, or -1 where fewer points are better."""
    return 1 if features_of(game).HIGHER_IS_BETTER else -1

"""Several options in one batch: each for a block of its rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stammtisch.core.game import Game
from stammtisch.core.options import make_options
from stammtisch.errors import FeatureError


def make_variants(game: Game, choices: Mapping[str, object] | Sequence[Mapping[str, object]] | None) -> list[Any]:
    """Return the options of a batch: one, or several.

    Raises:
        OptionError: An option is unknown or outside its limits.
        FeatureError: There are none.
    """
    several = [choices or {}] if choices is None or isinstance(choices, Mapping) else list(choices)
    if not several:
        raise FeatureError("there are 0 choices of options; there may be 1 or more")
    return [make_options(game.rules, dict(each)) for each in several]


def variants_of_rows(rows: int, variants: int) -> NDArray[np.int64]:
    """Return by which of the options each row plays: blocks as equal as can be, in their order."""
    return np.arange(rows, dtype=np.int64) * variants // rows

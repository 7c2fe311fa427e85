"""What observations and actions are made of, as Gymnasium describes it."""

from __future__ import annotations

from typing import Any, Final, cast

import numpy as np

from stammtisch.adapters.episode import Seen, Terms, missing

try:
    from gymnasium import spaces
except ImportError as error:
    raise missing("gymnasium") from error

_MOST: Final = 127  # either side of 0: what a number of an observation may be


def observation_space(terms: Terms) -> spaces.Space[Seen]:
    """Return the space of what a seat is shown."""
    parts: dict[str, spaces.Space[Any]] = {
        "observation": spaces.Box(-_MOST, _MOST, (terms.size,), np.int8),
        "action_mask": spaces.Box(0, 1, (terms.actions,), np.int8),
    }
    return cast(spaces.Space[Seen], spaces.Dict(parts))


def action_space(terms: Terms) -> spaces.Space[Any]:
    """Return the space of what it may answer."""
    return spaces.Discrete(terms.actions)

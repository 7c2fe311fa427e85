"""What observations and actions are made of, as Gymnasium describes it."""

from __future__ import annotations

from typing import Any, cast

import numpy as np

from stammtisch.adapters.episode import EpisodeSettings, Seen
from stammtisch.errors import extra
from stammtisch.kernel.observation_layout import MOST

with extra("environments"):
    from gymnasium import spaces


def observation_space(terms: EpisodeSettings) -> spaces.Space[Seen]:
    """Return the space of what a seat is shown."""
    parts: dict[str, spaces.Space[Any]] = {
        "observation": spaces.Box(-MOST, MOST, (terms.size,), np.int8),
        "action_mask": spaces.Box(0, 1, (terms.actions,), np.int8),
    }
    return cast(spaces.Space[Seen], spaces.Dict(parts))


def action_space(terms: EpisodeSettings) -> spaces.Space[Any]:
    """Return the space of what it may answer."""
    return spaces.Discrete(terms.actions)

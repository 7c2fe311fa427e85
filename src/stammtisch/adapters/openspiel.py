"""OpenSpiel: every game as one of its Python games. To import this module registers `python_stammtisch_gang` and others.

NATURE is chance, and what TABLE is forced to do happens by itself. Choices in secret are asked for one after another and
hidden until all are made; a decision of several small choices is a move for each of them. What a seat remembers is that
of `core.recall`: the tensors of information states are there where the number of decisions has a limit.

Parameters are the options of the game (`-1` for a seat that chance draws; lists and boards as JSON), and

- `reward`: `win`, `score` or `rank`, or `zero_sum` where two play: one's own share of the victory less the other's;
- `longest`: the decisions after which a game is broken off, with nothing for anybody; 0 for never.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from stammtisch.adapters.episode import missing
from stammtisch.adapters.spiel_terms import PREFIX, Terms
from stammtisch.core.game import Game, find_game, game_names
from stammtisch.core.learning import observation
from stammtisch.core.recall import Moment
from stammtisch.core.table import Table
from stammtisch.errors import FeatureError
from stammtisch.kernel.chance import STREAM_LENGTH, WORLDS, open_stream
from stammtisch.kernel.seats import HIDDEN, NATURE, SPECTATOR, TABLE

try:
    import pyspiel
except ImportError as error:
    raise missing("open-spiel") from error

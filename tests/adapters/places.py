"""Where the interfaces are tried: every game, in the fast run with few options; and how to play there at random."""

from __future__ import annotations

import re
from collections.abc import Mapping
from random import Random
from typing import Final

import numpy as np
import pytest

from stammtisch.core.language import LANGUAGES
from stammtisch.core.observations.observation import Numbers
from stammtisch.core.options import as_text, make_options
from tests.subjects import SUBJECTS

GAMES: Final = ("combo", "duel", "gang", "party")
LONGEST: Final = {"combo": 400, "duel": 0, "gang": 0, "party": 0}  # decisions after which a game is broken off

# By game: what is played in the fast run, with something to hide, rows of small choices, and choices in secret.
_SHORT: Final[dict[str, Mapping[str, object]]] = {
    "combo": {"seats": 3, "expert": True},
    "duel": {"royal": True},
    "gang": {"limit": 30},
    "party": {"seats": 3, "face_down": True, "mirror": True},
}

MARKUP: Final = re.compile(r"\[[\w ]*/|\[[a-z_ ]+\]|\x1b")  # of Rich, or colours of a terminal

everywhere = pytest.mark.parametrize(
    ("name", "choices"),
    [
        *(pytest.param(name, _SHORT[name], id=name) for name in GAMES),
        *(
            pytest.param(
                name, choices, id=f"{name} {as_text(rules, make_options(rules, choices))}", marks=pytest.mark.deep
            )
            for name, rules in ((name, SUBJECTS[name].game.rules) for name in GAMES)
            for choices in ({}, *rules.OPTION_SETS)
        ),
    ],
)
every_game = pytest.mark.parametrize("name", GAMES)
every_game_in_every_language = pytest.mark.parametrize(  # in the fast run each game and each language once
    ("game", "language"),
    [
        pytest.param(game, language, marks=() if number == place else pytest.mark.deep)
        for number, game in enumerate(GAMES)
        for place, language in enumerate(LANGUAGES)
    ],
)


def any_of(mask: Numbers, random: Random) -> int:
    """Return one of the actions that a mask allows."""
    return int(random.choice(np.flatnonzero(mask)))

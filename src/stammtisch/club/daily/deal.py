"""What is dealt on a day: it follows from a secret of the house, the game and the day, and from nothing else.

So a house that was down has lost nothing, houses that share the secret deal alike, and whoever knows the seeds of all
days that are over knows nothing of the next one.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from stammtisch.bots.levels import EASY
from stammtisch.core.fair_deal import FairNature, bots_seed, fingerprint
from stammtisch.core.game import Game
from stammtisch.core.game_forms import shortest_form
from stammtisch.core.options import make_options

SECRET: Final = "daily deals"  # noqa: S105  # what the secret of a house is called in its store
BOTS: Final = EASY  # the one level that answers alike on every machine, however busy: see decision 29
_ROW: Final = 64  # more actions than a decision has


@dataclass(frozen=True)
class DailyDeal:
    """The deal of one game on one day."""

    game: Game
    day: date
    seed: bytes
    choices: Mapping[str, object]  # the options that differ from the usual ones

    @property
    def table(self) -> str:
        """The name for which the deals are made, as the id of a table is for its own."""
        return f"{self.game.NAME}-{self.day.isoformat()}"

    @property
    def options(self) -> Any:
        """The options of the game."""
        return make_options(self.game.rules, dict(self.choices))

    @property
    def seat(self) -> int:
        """Where the person sits."""
        digest = hmac.digest(self.seed, f"{self.table} seat".encode(), "sha256")
        return int.from_bytes(digest) % int(self.options.seats)

    @property
    def fingerprint(self) -> str:
        """The hash of the seed, which may be shown before."""
        return fingerprint(self.seed)

    @property
    def nature(self) -> FairNature:
        """The choices of NATURE."""
        return FairNature(self.seed, self.table)

    @property
    def bots_seed(self) -> int:
        """What fixes the chance of the bots around."""
        return bots_seed(self.seed, self.table)


def deal_of(secret: bytes, game: Game, day: date) -> DailyDeal:
    """Return the deal of a game on a day, at a house with this secret."""
    return deal_with(hmac.digest(secret, f"{game.NAME} {day.isoformat()}".encode(), "sha256"), game, day)


def deal_with(seed: bytes, game: Game, day: date) -> DailyDeal:
    """Return the deal of a game on a day that this seed fixes: the shortest form of the game is played."""
    return DailyDeal(game, day, seed, shortest_form(game).choices)


def number_for(decided: int) -> int:
    """Return what a bot is given as the number of the step for a seat that has decided so often.

    Sealed choices come in any order, so the steps that there were must not count: they would tell how fast a person is.
    """
    return decided * _ROW

"""What is fixed before a game of OpenSpiel: its options, how long it may last, and what it is about, as parameters."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cached_property
from typing import Final
from urllib.parse import quote, unquote

from stammtisch.adapters.spiel_nodes import SpielNode, SpielTree
from stammtisch.adapters.spiel_positions import read_position
from stammtisch.core.game import Game
from stammtisch.core.observations.observation import features_of, reward_number, reward_range, total_score
from stammtisch.core.observations.perfect_recall import Moment
from stammtisch.core.options import choices_of, make_options, read_text
from stammtisch.errors import FeatureError
from stammtisch.kernel.outcome import RANK, SCORE, WIN
from stammtisch.kernel.record import Record

ZERO_SUM: Final = "zero_sum"
ENDLESS: Final = 100_000  # decisions after which a game without any limit is broken off, so that it has one

Parameter = bool | int | str


class SpielTerms:
    """The terms of a game, and a table to ask about its moments."""

    def __init__(self, game: Game, parameters: Mapping[str, Parameter]) -> None:
        """Settle them.

        Args:
            game: The game.
            parameters: Those that differ from their defaults.

        Raises:
            OptionError: An option of the game is unknown or outside its limits.
            FeatureError: The game has no features, or `reward`, `longest` or `position` is not what it may be.
        """
        given = {"reward": "win", "longest": 0, "position": "", **parameters}
        reward, longest = str(given.pop("reward")), int(given.pop("longest"))
        self._position = unquote(str(given.pop("position")))
        if longest < 0:
            raise FeatureError(f"longest is {longest}; it may be 0 or more")
        self.game = game
        self.options = make_options(game.rules, _choices(game, given))
        self.seats: int = self.options.seats
        self.zero_sum = reward == ZERO_SUM
        if self.zero_sum and self.seats != 2:  # noqa: PLR2004
            raise FeatureError(f"reward is {ZERO_SUM} with {self.seats} seats; it may be where two play")
        self.kind = WIN if self.zero_sum else reward_number(reward)
        self.parameters = {
            **parameters_of(game, self.options),
            "reward": reward,
            "longest": longest,
            "position": quote(self._position, safe=""),
        }
        self.steps: int = features_of(game).longest(self.options)  # 0: there may be any number
        limits = [limit for limit in (longest, self.steps) if limit > 0]
        self.rows = min(limits, default=0)  # decisions that are remembered as numbers
        self.most = min(limits, default=ENDLESS)
        self.broken_off = self.most != self.steps  # whether that may happen

    @cached_property
    def tree(self) -> SpielTree:
        """The compiled rules; nothing is compiled for a game that is only registered."""
        return SpielTree(self.game, self.options, self.most)

    def begin(self) -> SpielNode:
        """Return the node of the first choice, be it that of NATURE."""
        beginning = Moment.begin(self.game, self.options)
        if self._position:
            beginning.position = read_position(self.game, self.options, self._position)
        return self.tree.stand_at(beginning)

    def returns(self, node: SpielNode) -> list[float]:
        """Return what every seat has got; nothing before the game is over, and where it is broken off."""
        got = self.tree.rewards(node, self.kind)
        return [got[0] - got[1], got[1] - got[0]] if self.zero_sum else got

    def utilities(self) -> tuple[float, float]:
        """Return the lowest and the highest that a seat can get."""
        if self.zero_sum:
            return -1.0, 1.0
        low, high = reward_range(self.game, self.options, self.kind)
        return (min(low, 0.0), max(high, 0.0)) if self.broken_off else (low, high)

    def sum(self) -> float | None:
        """Return what all seats get together, if that is always the same."""
        if self.zero_sum:
            return 0.0
        if self.kind == SCORE and total_score(self.game) == 0:
            return 0.0
        return self.seats / 2 if self.kind == RANK and not self.broken_off else None


def position_text(position: Record) -> str:
    """Return a position as the parameter `position`, in which a game begins; seats remember nothing of before."""
    return quote(json.dumps(position.words(), separators=(",", ":")), safe="")


def parameters_of(game: Game, options: object) -> dict[str, Parameter]:
    """Return options as parameters: what is a number in the record as that number, lists and boards as text.

    The text is quoted as in addresses, since OpenSpiel parts the parameters of a game by commas when it writes them.
    """
    parameters = dict[str, Parameter]()
    for name, choice in choices_of(game.rules).items():
        held = getattr(options, name)
        value = choice.write(held)
        if isinstance(value, bool):
            parameters[name] = value
        elif isinstance(held, int):
            parameters[name] = held
        else:
            text = value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))
            parameters[name] = quote(text, safe="")
    return parameters


def _choices(game: Game, parameters: Mapping[str, Parameter]) -> dict[str, object]:
    """Return parameters as options.

    Raises:
        OptionError: A text that begins like JSON is none.
    """
    known, choices = choices_of(game.rules), dict[str, object]()
    for name, value in parameters.items():
        if isinstance(value, str):
            choices |= read_text(f"{name}={''.join(unquote(value).split())}")
        else:
            choices[name] = known[name].write(value) if name in known else value
    return choices

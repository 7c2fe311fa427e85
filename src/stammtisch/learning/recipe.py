"""What a training is: one game, its variants, a seed, and how long; the whole recipe of a net."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from math import inf
from typing import Any, Final

from stammtisch.core.game import Game
from stammtisch.core.observations.observation import features_of
from stammtisch.core.options import make_options
from stammtisch.errors import TrainingError

DEVICES: Final = ("cuda", "cpu", "numpy")
_LEAST: Final = {"decisions": 1, "games": 1, "stretch": 2, "batch": 1, "width": 1, "layers": 0, "seed": 0}


@dataclass(frozen=True)
class Recipe:
    """What a net follows from, but for where a training was stopped, and the order in which a GPU adds numbers up."""

    game: str
    variants: tuple[Mapping[str, object], ...]  # each for a block of the games
    seed: int = 0
    decisions: int = 2_000_000_000  # of all games, after which the training is over
    games: int = 49152  # side by side
    stretch: int = 96  # decisions in each before the net learns from them
    batch: int = 65536  # decisions for one step of the optimizer
    width: int = 768
    layers: int = 2
    learning_rate: float = 5e-4  # at first; it falls evenly to a twentieth
    entropy: float = 0.01  # what variety is worth at first; it falls evenly to a tenth
    device: str = "cuda"

    def __post_init__(self) -> None:
        for name, least in _LEAST.items():
            if not isinstance(getattr(self, name), int) or getattr(self, name) < least:
                raise TrainingError(f"{name} is {getattr(self, name)!r}; it may be {least} or more")
        for name in ("learning_rate", "entropy"):
            if not 0 <= getattr(self, name) < inf:
                raise TrainingError(f"{name} is {getattr(self, name)!r}; it may be 0 or more")
        if self.device not in DEVICES:
            raise TrainingError(f"device is {self.device!r}; it may be {', '.join(DEVICES)}")

    def as_json(self) -> dict[str, Any]:
        """Return it as a checkpoint keeps it."""
        return asdict(self) | {"variants": [dict(each) for each in self.variants]}


def variants_of(game: Game, chosen: Sequence[Mapping[str, object]] = ()) -> tuple[Mapping[str, object], ...]:
    """Return the variants that a net is trained on: those chosen, those its features name, or its option sets.

    Raises:
        FeatureError: The game has no features.
        OptionError: An option is unknown or outside its limits.
    """
    named = getattr(features_of(game), "TRAINING", game.rules.OPTION_SETS)
    variants = tuple(dict(each) for each in chosen or named)
    for each in variants:
        make_options(game.rules, each)
    return variants

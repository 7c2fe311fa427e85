"""A trained net as a file: 8-bit weights, and a card that says what it was trained on and how strong it is."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from io import BytesIO
from types import ModuleType
from typing import Any, Final, cast
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from stammtisch.core.game import Game
from stammtisch.core.observations.observation import features_of, has_features
from stammtisch.errors import NetError
from stammtisch.kernel.net import ACTIONS, HEADS, INPUTS

FOLDER: Final = "net"  # beside the rules of a game
WEIGHTS: Final = "weights.npz"
CARD: Final = "card.json"
_MOST: Final = 127  # of 8 bits with a sign


@dataclass(frozen=True, eq=False)
class Net:
    """A net as compiled code reads it: see `kernel/net.py`."""

    shape: NDArray[np.int64]
    weights: NDArray[np.int8]
    numbers: NDArray[np.float32]
    card: Mapping[str, Any]

    @property
    def scale(self) -> float:
        """What a value of 1 is in worth, for each seat of a game."""
        return float(self.card["value_scale"])

    def packed(self) -> bytes:
        """Return the file of the weights."""
        file = BytesIO()
        np.savez_compressed(file, shape=self.shape, weights=self.weights, numbers=self.numbers)
        return file.getvalue()


def make_net(game: Game, trained: Mapping[str, NDArray[Any]], input_scale: Any, card: Mapping[str, Any]) -> Net:
    """Return trained weights in 8 bits, each column of a matrix by its largest one."""
    heads = np.column_stack([trained["policy"], trained["value"], trained["ahead"]])
    head_bias = np.concatenate([trained["policy_bias"], [trained["value_bias"]], [trained["ahead_bias"]]])
    matrices = [
        (trained["first"], trained["first_bias"]),
        *zip(trained["layers"], trained["layer_biases"], strict=True),
        (heads, head_bias),
    ]
    weights, numbers = [], [np.asarray(input_scale, np.float32)]
    for matrix, bias in matrices:
        scale = np.maximum(np.abs(matrix).max(0), 1e-12) / _MOST
        weights.append(np.rint(matrix / scale).astype(np.int8).ravel())
        numbers += [scale.astype(np.float32), np.asarray(bias, np.float32)]
    inputs, width = trained["first"].shape
    shape = np.array([inputs, width, len(trained["layers"]), heads.shape[1] - HEADS], np.int64)
    return Net(shape, np.concatenate(weights), np.concatenate(numbers), facts_of(game) | dict(card))


def read_net(weights: bytes, card: Mapping[str, Any]) -> Net:
    """Return a net from the file of its weights.

    Raises:
        NetError: It cannot be read.
    """
    try:
        with np.load(BytesIO(weights), allow_pickle=False) as arrays:
            net = Net(arrays["shape"], arrays["weights"], arrays["numbers"], card)
    except (OSError, ValueError, KeyError, EOFError, BadZipFile, RuntimeError) as error:
        raise NetError(f"the net cannot be read: {error}") from error
    _require_whole(net)
    return net


def ships_net(game: Game) -> bool:
    """Whether there is a net beside the rules of a game, fit or not."""
    folder = _folder(game)
    return has_features(game) and folder is not None and (folder / CARD).is_file()


def card_of(game: Game) -> Mapping[str, Any] | None:
    """Return the card of a game's net, or nothing if it has none.

    Raises:
        NetError: It cannot be read, or the net does not fit the game as it is now.
    """
    folder = _folder(game)
    if folder is None or not ships_net(game):
        return None
    try:
        card: Mapping[str, Any] = json.loads((folder / CARD).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise NetError(f"the card of the net of {game.NAME} cannot be read: {error}") from error
    require_fit(card, game)
    return card


@cache
def net_of(game: Game) -> Net | None:
    """Return the net of a game, or nothing if it has none.

    Raises:
        NetError: It cannot be read, or does not fit the game as it is now.
    """
    card, folder = card_of(game), _folder(game)
    if card is None or folder is None:
        return None
    try:
        weights = (folder / WEIGHTS).read_bytes()
    except OSError as error:
        raise NetError(f"the net of {game.NAME} cannot be read: {error}") from error
    net = read_net(weights, card)
    require_shape(net, game)
    return net


def require_shape(net: Net, game: Game) -> None:
    """Make sure that compiled code may run a net in a game: it does not look whether a number is there.

    Raises:
        NetError: It has other inputs or actions.
    """
    if (net.shape[INPUTS], net.shape[ACTIONS]) != (features_of(game).LAYOUT.size, game.rules.ACTIONS):
        raise NetError(f"the net does not fit {game.NAME}: its shape is {net.shape.tolist()}; train it anew")


def require_fit(card: Any, game: Game) -> None:
    """Make sure that a net was made for a game as it is now.

    Raises:
        NetError: It was trained on another game, another version of its rules, or other observations.
    """
    if not isinstance(card, Mapping) or not isinstance(card.get("value_scale"), int | float):
        raise NetError(f"the card of the net of {game.NAME} is none: it says no value_scale; train it anew")
    for what, here in facts_of(game).items():
        there = card.get(what)
        if there != here:
            told = "sees other numbers" if what == "layout" else f"was made for {what} {there}, and it is {here} now"
            raise NetError(f"the net of {game.NAME} does not fit: it {told}; train it anew")


def _require_whole(net: Net) -> None:
    """Make sure that a net has as many numbers as it says: compiled code reads them without asking.

    Raises:
        NetError: It has not.
    """
    whole = False
    if net.shape.shape == (4,) and net.shape.dtype == np.int64 and net.shape.min() >= 0:
        inputs, width, layers, actions = net.shape.tolist()
        heads = actions + HEADS
        weights, numbers = width * (inputs + layers * width + heads), inputs + 2 * (width + layers * width + heads)
        whole = (net.weights.shape, net.numbers.shape) == ((weights,), (numbers,))
    if not whole or net.weights.dtype != np.int8 or net.numbers.dtype != np.float32:
        raise NetError("the net cannot be read: it has not the numbers that its shape asks for")


def facts_of(game: Game) -> dict[str, Any]:
    """Return what a net depends on."""
    layout = [[part.name, part.size] for part in features_of(game).LAYOUT.parts]
    return {"game": game.NAME, "version": game.rules.VERSION, "actions": game.rules.ACTIONS, "layout": layout}


def _folder(game: Game) -> Traversable | None:
    package = cast(ModuleType, game.rules).__package__
    return files(package) / FOLDER if package else None

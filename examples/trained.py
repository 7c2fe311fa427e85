"""A net that has been saved, as a bot that the arena knows by name: what an entry point points to."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from examples.numpy_net import NumpyNet
from examples.policy_bot import PolicyBot
from stammtisch.bots.bot import Bot
from stammtisch.core.game import Game

NET: Final = Path(__file__).with_name("net.npz")  # beside this file, in a package of your own


def trained(game: Game) -> Bot:
    """Return a bot that plays by the net."""
    return PolicyBot(NumpyNet.load(NET), game)

"""The bot that follows a net: one look at what its seat knows, in compiled code."""

from __future__ import annotations

from types import ModuleType
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from stammtisch.bots.nets.net import Net
from stammtisch.core.game import Game
from stammtisch.kernel import HIDDEN
from stammtisch.kernel.bits import nth, words_for
from stammtisch.kernel.chance import stream_for
from stammtisch.kernel.compile import compile_entries, driver
from stammtisch.kernel.net import HEADS, drawn, likeliest
from stammtisch.kernel.record import Row


class NetBot:
    """Does what its net thinks best; what others will not see it draws by the chances that the net gives them."""

    def __init__(self, game: Game, net: Net) -> None:
        self._rules = game.rules
        self.net = net

    def choose(self, view: Any, options: Any, seat: int, seed: int, number: int) -> list[int]:
        """Return an action that the seed fixes: the same for the same view and step number."""
        return [self.choose_among(view, options, seat, seed, number, self.legal(view, options, seat))]

    def choose_among(self, view: Any, options: Any, seat: int, seed: int, number: int, left: Row) -> int:
        """Return what the net thinks best of some actions, or draws among them."""
        logits = self.ask(view, options, seat).tolist()
        if self.is_hidden(view, options, seat):
            return drawn(logits, left, stream_for(seat, seed, number))
        return likeliest(logits, left)

    def compile(self) -> None:
        """Have compiled what asks the net, or find it on disk."""
        compile_entries(self.driver, "ask_net")

    def ask(self, view: Any, options: Any, seat: int) -> NDArray[np.float32]:
        """Return what the net says: logits of all actions, the value, and the logit of being ahead."""
        out = np.zeros(self._rules.ACTIONS + HEADS, np.float32)
        words = np.array(view.words(), np.int64), np.array(options.words(), np.int64)
        self.driver.ask_net(*words, seat, self.net.shape, self.net.weights, self.net.numbers, out)
        return out

    def legal(self, view: Any, options: Any, seat: int) -> list[int]:
        """Return the legal actions, as bits."""
        legal = [0] * words_for(self._rules.ACTIONS)
        self._rules.legal(view, options, seat, legal)
        return legal

    def is_hidden(self, view: Any, options: Any, seat: int) -> bool:
        """Whether another seat does not see what this one does, and so must not be able to foresee it."""
        action, other = nth(self.legal(view, options, seat), 0), (seat + 1) % int(options.seats)
        return self._rules.seen(view, options, other, seat, action) == HIDDEN

    @property
    def driver(self) -> Any:
        """The compiled code; compiled when it is first asked for."""
        return driver("stammtisch.kernel.drivers.net_decisions", cast(ModuleType, self._rules))

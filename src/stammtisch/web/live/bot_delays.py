"""When bots answer: at a time that is drawn before their hand is looked at, so that it tells nothing of it."""

from __future__ import annotations

from math import ceil
from random import Random
from typing import Final

from stammtisch.clock import Clock

_SHORTEST: Final = 0.005  # seconds between two looks at a table
_SPREAD: Final = 0.2  # the share of a pause by which answers come earlier or later


class BotDelays:
    """Draws when a decision is answered; whoever is not ready by then answers at the next tick, a whole pause later.

    All that can be seen of how long a bot has thought is how many ticks it was late. A strong bot thinks for some
    hundredth parts of a second, so that hardly any is.
    """

    def __init__(self, pause: float, clock: Clock, random: Random) -> None:
        """Begin with how many seconds bots wait on average, and with chance that nobody at a table can foresee."""
        self.pause = max(pause, _SHORTEST)
        self._clock, self._random = clock, random

    def draw(self) -> float:
        """Return the moment (of the clock, monotonic) at which a decision that is asked for now is answered."""
        return self._clock.monotonic() + self.pause * self._random.uniform(1 - _SPREAD, 1 + _SPREAD)

    async def wait_for(self, due: float) -> None:
        """Wait until the moment that was drawn; where it is over, until the next tick after it."""
        ticks = max(0, ceil((self._clock.monotonic() - due) / self.pause))
        await self._clock.sleep(due + ticks * self.pause - self._clock.monotonic())

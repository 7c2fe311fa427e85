"""The bot that plays a duel perfectly: nobody wins more often against it than the position allows."""

from __future__ import annotations

from bisect import bisect
from itertools import accumulate
from typing import Final

from stammtisch.core.game import Game
from stammtisch.games.duel.rules import Options, State
from stammtisch.games.duel.solver.advice import action_chances, action_prospects
from stammtisch.kernel.bits import has
from stammtisch.kernel.chance import draw, stream_for
from stammtisch.kernel.record import Row

_WHOLE: Final = (1 << 31) - 1
_NOTHING: Final = 1e-9  # chances that are left by rounding


class PerfectBot:
    """Draws its actions with the chances of the equilibrium, which is found when it is first needed."""

    def __init__(self, game: Game) -> None:
        assert game.NAME == "duel", "no other game is solved here"

    def choose(self, view: State, options: Options, seat: int, seed: int, number: int) -> list[int]:
        """Return an action that the seed fixes: the same for the same view and step number."""
        return [_drawn(self.shares(view, options), seat, seed, number)]

    def choose_among(self, view: State, options: Options, seat: int, seed: int, number: int, left: Row) -> int:
        """Draw with the same chances among some actions; where it never does any of them, return what loses least."""
        chances = {action: chance for action, chance in self.shares(view, options).items() if has(left, action)}
        whole = sum(chances.values())
        if whole > _NOTHING:
            return _drawn({action: chance / whole for action, chance in chances.items()}, seat, seed, number)
        prospects = self.prospects(view, options)
        return max((action for action in prospects if has(left, action)), key=lambda action: prospects[action])

    def shares(self, view: State, options: Options) -> dict[int, float]:
        """Return by action how often it is chosen."""
        return action_chances(view, options)

    def prospects(self, view: State, options: Options) -> dict[int, tuple[float, float]]:
        """Return by action what it is worth to the seat that decides, and its chance to win, if all else is perfect."""
        return {action: (2 * chance - 1, chance) for action, chance in action_prospects(view, options).items()}


def _drawn(chances: dict[int, float], seat: int, seed: int, number: int) -> int:
    upto = list(accumulate(chances.values()))[:-1]  # the last one is what is left, to the last digit
    return list(chances)[bisect(upto, draw(stream_for(seat, seed, number), _WHOLE) / _WHOLE)]

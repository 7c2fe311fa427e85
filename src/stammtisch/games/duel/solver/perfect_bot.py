"""The bot that plays a duel perfectly: nobody wins more often against it than the position allows."""

from __future__ import annotations

from bisect import bisect
from itertools import accumulate
from typing import Final

from stammtisch.core.game import Game
from stammtisch.games.duel.rules import Options, State
from stammtisch.games.duel.solver.advice import action_chances, action_prospects
from stammtisch.kernel.chance import draw, stream_for

_WHOLE: Final = (1 << 31) - 1


class PerfectBot:
    """Draws its actions with the chances of the equilibrium, which is found when it is first needed."""

    def __init__(self, game: Game) -> None:
        assert game.NAME == "duel", "no other game is solved here"

    def choose(self, view: State, options: Options, seat: int, seed: int, number: int) -> list[int]:
        """Return an action that the seed fixes: the same for the same view and step number."""
        stream = stream_for(seat, seed, number)
        chances = self.shares(view, options)
        upto = list(accumulate(chances.values()))[:-1]  # the last one is what is left, to the last digit
        return [list(chances)[bisect(upto, draw(stream, _WHOLE) / _WHOLE)]]

    def shares(self, view: State, options: Options) -> dict[int, float]:
        """Return by action how often it is chosen."""
        return action_chances(view, options)

    def prospects(self, view: State, options: Options) -> dict[int, tuple[float, float]]:
        """Return by action what it is worth to the seat that decides, and its chance to win, if all else is perfect."""
        return {action: (2 * chance - 1, chance) for action, chance in action_prospects(view, options).items()}

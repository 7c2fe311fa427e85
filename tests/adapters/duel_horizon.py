"""A duel that is broken off after some decisions, solved from its end by the library's solver of matrix games.

Where a round begins everything lies open, so rounds are games of their own. In each of them the bluffer chooses a lane,
and in Royal before that a queen, which the guesser sees; the guesser chooses an order of turning. Values are those of
the bluffer of the round: 1 for victory, -1 for defeat, 0 where the duel is broken off.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from typing import Final

import numpy as np

from stammtisch.games.duel.rules import CROWN, HIDE, LANES, MARCH, TURN, Options, Phase, State, apply
from stammtisch.games.duel.solver.matrix_games import solve
from stammtisch.games.duel.solver.rounds import BLUFFER, GUESSER, ORDERS, Position, queens_of
from stammtisch.kernel.bits import count_in, has_in
from stammtisch.kernel.seats import NONE, TABLE

_GOING_ON: Final[tuple[int, ...]] = (Phase.BLUFF, Phase.GUESS)

Chances = dict[int, float]  # by action


class Horizon:
    """Perfect play of a duel that is broken off."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self.value = cache(self._value)
        self._solved = cache(self._solve_round)

    def bluff(self, lanes: Position, left: int, queen: int, red: int) -> Chances:
        """Return how often the bluffer does what, in a round that began so with so many decisions left."""
        values = {queen: self._solved(lanes, left, queen)[0] for queen in queens_of(self._options)}
        best = max(values, key=lambda queen: values[queen])
        if self._options.royal and queen == NONE:
            return {CROWN + best: 1.0}
        assert red == NONE, "queens are crowned first"
        return {HIDE + lane: part for lane, part in enumerate(self._solved(lanes, left, queen)[1]) if part}

    def turn(self, lanes: Position, left: int, queen: int, turned: int) -> Chances:
        """Return how often the guesser turns which tile next; nothing where perfect play does not lead."""
        weights = defaultdict[int, float](float)
        for order, part in zip(ORDERS, self._solved(lanes, left, queen)[2], strict=True):
            if part and all(has_in(turned, lane) for lane in order[: count_in(turned)]):
                weights[TURN + order[count_in(turned)]] += part
        whole = sum(weights.values())
        return {action: weight / whole for action, weight in weights.items()}

    def _value(self, lanes: Position, left: int) -> float:
        """Return what the bluffer has of a round."""
        if left == 0:
            return 0.0
        return max(self._solved(lanes, left, queen)[0] for queen in queens_of(self._options))

    def _solve_round(self, lanes: Position, left: int, queen: int) -> tuple[float, list[float], list[float]]:
        """Return the value of a round with this queen, how often red lies where, and how often each order is turned."""
        ends = [[self._end(lanes, left, queen, red, order) for order in ORDERS] for red in range(LANES)]
        values, hiding, turning = solve((np.array([ends]) + 1.0) / 2.0)
        return 2.0 * float(values[0]) - 1.0, hiding[0].tolist(), turning[0].tolist()

    def _end(self, lanes: Position, left: int, queen: int, red: int, order: Position) -> float:
        """Return what the bluffer has of a round that is played like this."""
        s, o = _beginning(lanes), self._options
        bluff = [CROWN + queen, HIDE + red] if o.royal else [HIDE + red]
        row = [(BLUFFER, action) for action in bluff] + [(GUESSER, TURN + lane) for lane in order]
        for seat, action in row[:left]:
            if s.phase not in _GOING_ON:
                break
            apply(s, o, seat, action)
            left -= 1
            if s.phase == Phase.CROSS:
                apply(s, o, TABLE, MARCH)
        if s.phase == Phase.OVER:
            return 1.0 if s.winner == BLUFFER else -1.0
        return (
            -float(self.value(tuple(-s.roach[lane] for lane in range(LANES)), left)) if s.phase == Phase.SHOWN else 0.0
        )


def _beginning(lanes: Position) -> State:
    """Return a position in which a round begins."""
    s = State()
    s.phase, s.bluffer, s.roach = Phase.BLUFF, BLUFFER, list(lanes)
    s.red = s.queen = s.winner = NONE
    return s

"""What the rounds of a duel can lead to, found by playing them: the lane of the red tile against an order of turning.

Lanes are all alike, so a position is its four cockroaches in ascending order, as the bluffer sees them: above 0 is
nearer to the bluffer. What the guesser learns before the red tile is that all tiles so far were green, so a plan for
the round is an order of the lanes; and where red ends it depends on which tiles lie open, not on their order.
"""

from __future__ import annotations

from itertools import combinations_with_replacement, permutations
from typing import Final

import numpy as np

from stammtisch.games.duel.rules import CROWN, HIDE, LANES, MARCH, TURN, Options, Phase, State, apply
from stammtisch.games.duel.solver.matrix_games import Indexes
from stammtisch.kernel.bits import lowest_in
from stammtisch.kernel.seats import NONE, TABLE

Position = tuple[int, ...]

ORDERS: Final = tuple(permutations(range(LANES)))
BLUFFER: Final = 1  # the seat to which the rules count up
GUESSER: Final = 0
BLUFFER_WINS: Final = -2  # instead of a position, as an index into values that end with those of both results
GUESSER_WINS: Final = -1


def positions_of(o: Options) -> list[Position]:
    """Return every position in which a round can begin."""
    return list(combinations_with_replacement(range(-o.spaces, o.spaces + 1), LANES))


def queens_of(o: Options) -> tuple[int, ...]:
    """Return the lanes that can be crowned; in the base game there is one way to do without."""
    return tuple(range(LANES)) if o.royal else (NONE,)


def ends_of(position: Position, queen: int, o: Options, index: dict[Position, int]) -> Indexes:
    """Return by lane of the red tile and by order of turning which position the next bluffer sees, or who has won."""
    ends = np.empty((LANES, len(ORDERS)), np.int64)
    for red in range(LANES):
        after = _ends_by_greens(_laid(position, queen, red, o), o, index)
        for number, order in enumerate(ORDERS):
            ends[red, number] = after[sum(1 << lane for lane in order[: order.index(red)])]
    return ends


def _laid(position: Position, queen: int, red: int, o: Options) -> State:
    s = State()
    s.phase, s.bluffer, s.roach = Phase.BLUFF, BLUFFER, list(position)
    s.red = s.queen = s.winner = NONE
    if o.royal:
        apply(s, o, BLUFFER, CROWN + queen)
    apply(s, o, BLUFFER, HIDE + red)
    return s


def _ends_by_greens(laid: State, o: Options, index: dict[Position, int]) -> dict[int, int]:
    """Return how the round ends, by the lanes that were turned, all green, before the red one."""
    reached, ends = {0: laid}, dict[int, int]()
    for greens in range(1 << LANES):
        if greens >> laid.red & 1:
            continue
        if greens:
            reached[greens] = _turned(reached[greens & (greens - 1)], o, lowest_in(greens))
        ends[greens] = _end(_turned(reached[greens], o, laid.red), index)
    return ends


def _turned(s: State, o: Options, lane: int) -> State:
    """Return the position after turning a tile and all that follows from it, if the round still goes on."""
    s = s.copy()
    if s.phase == Phase.GUESS:
        apply(s, o, GUESSER, TURN + lane)
    if s.phase == Phase.CROSS:
        apply(s, o, TABLE, MARCH)
    return s


def _end(s: State, index: dict[Position, int]) -> int:
    if s.phase == Phase.OVER:
        return BLUFFER_WINS if s.winner == BLUFFER else GUESSER_WINS
    return index[tuple(sorted(-s.roach[lane] for lane in range(LANES)))]

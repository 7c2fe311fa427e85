"""What each viewer of a duel may not know, from the rulebook and without looking at `view`.

Only one thing is ever hidden: which tile is the red one, from everybody but the bluffer, from the moment the tiles
lie there until the red cross is turned or three greens lie open.
"""

from __future__ import annotations

from random import Random

from stammtisch.games.duel.rules import Options, Phase, State

TILES = ("red tile", "green tile 1", "green tile 2", "green tile 3")
ON_BOARD = (Phase.GUESS, Phase.CROSS, Phase.SHOWN, Phase.OVER)


def reshuffled(s: State, o: Options, viewer: int, random: Random) -> State:  # noqa: ARG001  # the same for every game
    """Return a copy of a position in which all that `viewer` may not know is drawn anew."""
    other = s.copy()
    if s.red in range(4) and viewer != s.bluffer and not _all_is_open(s):
        other.red = random.choice(_covered(s))
    return other


def worlds(v: State, o: Options, seat: int) -> list[State]:  # noqa: ARG001  # the same for every game
    """Return every position in which `seat` would have this view."""
    if v.red in range(4) or v.bluffer == seat or not _tiles_lie_there(v):
        return [v.copy()]
    positions = []
    for lane in _covered(v):
        position = v.copy()
        position.red = lane
        positions.append(position)
    return positions


def census(s: State, o: Options) -> list[str]:
    """Return every piece once for each place where it is: four cockroaches, four tiles, and in Royal the crown."""
    pieces = [f"cockroach {lane + 1}" for lane in range(4) if -o.spaces - 1 <= s.roach[lane] <= o.spaces + 1]
    pieces += _tiles(s)
    if o.royal and not -1 <= s.queen < 4:
        return pieces  # the crown is nowhere
    if o.royal or s.queen != -1:
        pieces.append("crown")
    return pieces


def _tiles(s: State) -> list[str]:
    """Return the tiles on the board and those that the bluffer holds, or nobody yet."""
    if not _tiles_lie_there(s):
        return [*TILES, *(f"turned tile {lane + 1}" for lane in _turned(s))]
    greens = [lane for lane in range(4) if lane != s.red]
    return ["red tile"] * (4 - len(greens)) + [f"green tile {number + 1}" for number in range(len(greens))]


def _tiles_lie_there(s: State) -> bool:
    return s.phase in ON_BOARD or (s.phase == Phase.BLUFF and s.red != -1)


def _all_is_open(s: State) -> bool:
    return s.red in _turned(s) or len(_turned(s)) == 3


def _turned(s: State) -> list[int]:
    return [lane for lane in range(4) if s.turned & 2**lane]


def _covered(s: State) -> list[int]:
    return [lane for lane in range(4) if not s.turned & 2**lane]

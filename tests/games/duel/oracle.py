"""Cockroach Duel once more, naively, from the rulebook: a board with cells, tiles with faces, and a crown.

It is no second source of the rules. It exists so that the two can be held against each other, and it shares nothing
with `rules` but the texts of actions and the names of rules.
"""

from __future__ import annotations

from typing import Final, TypeAlias

LANES: Final = ("1", "2", "3", "4")
NOBODY: Final = -1
VERBS: Final = {  # by chapter: what may be attempted at all
    "DRAW": ("first",),
    "BLUFF": ("hide", "crown"),
    "GUESS": ("turn",),
    "CROSS": ("march",),
    "SHOWN": ("swap",),
}
TEXTS: Final = (
    *(f"{verb} {lane}" for verb in ("hide", "crown", "turn") for lane in LANES),
    *("first 0", "first 1", "march", "swap"),
)

Actor: TypeAlias = int | str  # a seat, 'nature' or 'table'


class Oracle:
    """A duel on a real board: the track of a lane runs from the tile space of seat 0 to that of seat 1."""

    def __init__(self, *, royal: bool, spaces: int, first_bluffer: int | None) -> None:
        self.royal = royal
        self.track = ["tile space of 0", *(["space"] * (2 * spaces + 1)), "tile space of 1"]
        self.middle = spaces + 1
        self.cockroaches = dict.fromkeys(LANES, self.middle)
        self.tiles: dict[str, str] = {}  # by lane: the colour of the tile there; empty while they are in a hand
        self.face_up: list[str] = []
        self.crowned: str | None = None
        self.bluffer = first_bluffer
        self.chapter = "DRAW" if first_bluffer is None else "BLUFF"
        self.round = 1
        self.decided = [0, 0]
        self.winner: int | None = None

    def copy(self) -> Oracle:
        """Return the same duel on another board."""
        twin = Oracle(royal=self.royal, spaces=self.middle - 1, first_bluffer=self.bluffer)
        twin.cockroaches = dict(self.cockroaches)
        twin.tiles = dict(self.tiles)
        twin.face_up = list(self.face_up)
        twin.crowned = self.crowned
        twin.chapter = self.chapter
        twin.round = self.round
        twin.decided = list(self.decided)
        twin.winner = self.winner
        return twin

    @property
    def guesser(self) -> int:
        """The seat across from the bluffer."""
        return 1 if self.bluffer == 0 else 0

    @property
    def turn(self) -> Actor | None:
        """Who acts now; nobody when it is over."""
        if self.winner is not None:
            return None
        if self.chapter == "DRAW":
            return "nature"
        if self.chapter == "BLUFF":
            return self.bluffer
        return self.guesser if self.chapter == "GUESS" else "table"

    def legal(self, who: Actor) -> set[str]:
        """Return what `who` may do now."""
        if who != self.turn:
            return set()
        if self.chapter == "DRAW":
            return {"first 0", "first 1"}
        if self.chapter == "GUESS":
            return {f"turn {lane}" for lane in LANES if lane not in self.face_up}
        if self.chapter != "BLUFF":
            return {"march"} if self.chapter == "CROSS" else {"swap"}
        hides = {f"hide {lane}" for lane in LANES if not self.tiles}
        return hides | {f"crown {lane}" for lane in LANES if self.royal and self.crowned is None}

    def why(self, who: Actor, text: str) -> str:
        """Return the name of the first rule that an action breaks, or OK."""
        verb, _, lane = text.partition(" ")
        if self.winner is not None:
            return "GAME_OVER"
        if who != self.turn:
            return "NOT_YOUR_TURN"
        if verb not in VERBS[self.chapter]:
            return "NOT_AN_ACTION_NOW"
        return self._why_not(verb, lane)

    def _why_not(self, verb: str, lane: str) -> str:
        if verb == "crown" and not self.royal:
            return "NO_CROWN_IN_BASE"
        if verb == "hide" and self.tiles:
            return "TILES_ALREADY_LAID"
        if verb == "crown" and self.crowned is not None:
            return "ALREADY_CROWNED"
        if verb == "turn" and lane in self.face_up:
            return "TILE_ALREADY_TURNED"
        return "OK"

    def act(self, who: Actor, text: str) -> None:
        """Do something that is legal."""
        assert text in self.legal(who), f"{who} may not {text} now"
        verb, _, number = text.partition(" ")
        if verb == "first":
            self.bluffer, self.chapter = int(number), "BLUFF"
        elif verb == "turn":
            self._turn_over(number)
        elif verb == "march":
            self._march()
        elif verb == "swap":
            self._begin_round()
        else:
            self._bluff(verb, number)

    def _bluff(self, verb: str, lane: str) -> None:
        if verb == "crown":
            self.crowned = lane
        else:
            self.tiles = {each: "red" if each == lane else "green" for each in LANES}
        if self.tiles and (self.crowned is not None or not self.royal):
            assert self.bluffer is not None
            self.decided[self.bluffer] += 1
            self.chapter = "GUESS"

    def _turn_over(self, lane: str) -> None:
        self.decided[self.guesser] += 1
        self.face_up.append(lane)
        if self.tiles[lane] == "red":
            self.chapter = "CROSS"
            return
        self._walk(lane, self.guesser, 2 if lane == self.crowned else 1)
        if self.winner is None and len(self.face_up) == 3:
            self.chapter = "SHOWN"

    def _march(self) -> None:
        """Move what the red cross moves, all of it to the bluffer."""
        assert self.bluffer is not None
        self.chapter = "SHOWN"
        for lane in LANES:
            covered = lane not in self.face_up
            if covered:
                self._walk(lane, self.bluffer, 2 if lane == self.crowned else 1)
            elif lane == self.crowned and self.tiles[lane] == "red":
                self._walk(lane, self.bluffer, 1)

    def _walk(self, lane: str, seat: int, spaces: int) -> None:
        """Move a cockroach space by space towards a seat; it goes no further than the tile space."""
        for _ in range(spaces):
            if self.track[self.cockroaches[lane]] == "space":
                self.cockroaches[lane] += 1 if seat == 1 else -1
        if self.track[self.cockroaches[lane]] == f"tile space of {seat}":
            self.winner = seat
            self.chapter = "OVER"

    def _begin_round(self) -> None:
        self.bluffer = self.guesser
        self.round += 1
        self.tiles, self.face_up, self.crowned = {}, [], None
        self.chapter = "BLUFF"

    def fields(self) -> dict[str, object]:
        """Return the position under the names that the record of a position uses."""
        red = [lane for lane, colour in self.tiles.items() if colour == "red"]
        return {
            "phase": self.chapter,
            "decided": self.decided,
            "bluffer": NOBODY if self.bluffer is None else self.bluffer,
            "rounds": self.round,
            "roach": [cell - self.middle for cell in self.cockroaches.values()],
            "red": LANES.index(red[0]) if red else NOBODY,
            "queen": NOBODY if self.crowned is None else LANES.index(self.crowned),
            "turned": sum(2 ** LANES.index(lane) for lane in self.face_up),
            "winner": NOBODY if self.winner is None else self.winner,
        }


def count_sequences(oracle: Oracle, depth: int) -> list[int]:
    """Return how many sequences of 1, 2, … `depth` actions there are; what the table does counts as one action."""
    if depth == 0 or oracle.turn is None:
        return [0] * depth
    counts = [0] * depth
    for text in oracle.legal(oracle.turn):
        after = oracle.copy()
        after.act(oracle.turn, text)
        counts[0] += 1
        for ply, number in enumerate(count_sequences(after, depth - 1), start=1):
            counts[ply] += number
    return counts

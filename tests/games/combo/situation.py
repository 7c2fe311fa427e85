"""What lies on the table in a naive game of Combination Race, and what may be done: from the rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Final, TypeAlias

from tests.games.combo.naive import HEIGHT, KINDS, PACK, ascending, found
from tests.games.combo.player import Player, board_of

STONES: Final = {2: 24, 3: 20, 4: 18}
EXPERT_STONES: Final = {2: 30, 3: 24, 4: 18}
LETTER: Final = {"u": "full", "f": "flush", "t": "three", "s": "straight"}

_STARTS: Final = [["start " + "".join(rows) for rows in combinations_with_replacement(LETTER, n)] for n in (2, 3)]
EXPERT_STARTS: Final = _STARTS[0]
BASE_STARTS: Final = [text for text in _STARTS[1] if len(set(text.removeprefix("start "))) > 1]

Actor: TypeAlias = int | str  # a seat, 'nature' or 'table'


@dataclass
class Shuffle:
    """The cards of one shuffled pile that nobody has shown since, and how many of them each seat holds."""

    cards: set[str]
    held: list[int]


@lru_cache(maxsize=100)
def combinations_in(kind: str, hand: frozenset[str]) -> list[tuple[str, ...]]:
    """Return every combination of a kind in a hand, each from low to high."""
    return [ascending(cards) for cards in found(kind, hand)]


class Situation:
    """Everything on a table, who is waited for and what he may do."""

    def __init__(self, choices: Mapping[str, object]) -> None:
        seats = choices.get("seats", 2)
        assert isinstance(seats, int)
        self.seats = range(seats)
        self.quick, self.expert = bool(choices.get("quick")), bool(choices.get("expert"))
        stones = (EXPERT_STONES if self.expert else STONES)[seats]
        self.players = [Player(board_of(choices), stones, expert=self.expert) for _ in self.seats]
        self.decided = [0] * seats
        self.start: list[str | None] = [None] * seats
        self.blocked: set[int] = set()
        self.round = 0
        self.pile, self.display, self.discards = list(PACK), list[str](), list[str]()
        self.memory = [Shuffle(set(PACK), [0] * seats)]  # the newest first
        self.merges = 0  # how often the two oldest shuffles became one
        self.first: int | None = None
        self.turn: int | None = None
        self.chapter = "FIRST"
        self.drawing = False  # cards are drawn into a hand, rather than into the display
        self.has_drawn = False
        self.kind, self.target = "", ""
        self.laid: list[str] = []
        self.chosen: list[str] = []  # cards of a decision that is not complete
        self.owed = self.most = 0
        self.ended_by = ""

    @property
    def player(self) -> Player:
        """Whoever's turn it is."""
        assert self.turn is not None
        return self.players[self.turn]

    @property
    def waiting(self) -> list[Actor]:
        """Who may act now; nobody when it is over."""
        if self.chapter == "OVER":
            return []
        if self.chapter in ("FIRST", "DEAL", "DRAW", "REFILL"):
            return ["nature"]
        if self.chapter == "SHUFFLE" or (self.chapter == "TAKE" and self._takes_all()):
            return ["table"]
        if self.chapter == "START" and not self.expert:
            return [seat for seat in self.seats if self.start[seat] is None]
        assert self.turn is not None
        return [self.turn]

    def _takes_all(self) -> bool:
        return self.player.worth("flush") == 4

    def legal(self) -> set[str]:
        """Return what those who are waited for may do now."""
        if self.chapter in ("DEAL", "DRAW", "REFILL"):
            return set(self.pile)
        if self.chapter == "FIRST":
            return {f"first {seat}" for seat in self.seats}
        if self.chapter == "SHUFFLE":
            return {"shuffle"}
        if self.chapter == "START":
            return set(EXPERT_STARTS).difference(filter(None, self.start)) if self.expert else set(BASE_STARTS)
        if self.chapter in ("TURN", "THEN"):
            return self._ways_to_begin()
        if self.chapter == "INTO":
            return {f"into {target}" for target in self.player.targets(self.kind)}
        if self.chapter == "SPLIT":
            return {f"reserve {number}" for number in self.player.splits(self.kind, self.target)}
        return self._cards_to_choose()

    def _ways_to_begin(self) -> set[str]:
        hand = frozenset(self.player.hand)
        ways = {kind for kind in KINDS if self.player.targets(kind) and combinations_in(kind, hand)}
        if self.player.most_exchanged() > 0:
            ways.add("exchange")
        return ways | {"done" if self.has_drawn else "draw"}

    def _cards_to_choose(self) -> set[str]:
        if self.chapter == "LAY":
            number = len(self.laid)
            rows = combinations_in(self.kind, frozenset(self.player.hand + self.laid))
            return {row[number] for row in rows if list(row[:number]) == self.laid}
        if self.chapter == "TAKE" and self._takes_all():
            return set(ascending(self.display)[:1])
        above = HEIGHT[self.chosen[-1]] if self.chosen else -1
        cards = ascending(self.display if self.chapter == "TAKE" else self.player.hand)
        cards = tuple(card for card in cards if HEIGHT[card] > above)
        if self.chapter == "EXCHANGE":
            return {*cards, "done"} if self.chosen else set(cards)
        return set(cards[: len(cards) - self.owed + 1])

    def allows(self, text: str) -> bool:
        """Whether those who are waited for may do this; drawing is always possible, so that is easily said."""
        if text in self.pile:
            return self.chapter in ("DEAL", "DRAW", "REFILL")
        return (text == "draw" and self.chapter == "TURN") or text in self.legal()

    @property
    def finishers(self) -> list[int]:
        """Everybody who has placed all stones."""
        return [seat for seat in self.seats if self.players[seat].left == 0]

    @property
    def places(self) -> list[int]:
        """By seat its place, when the game is over."""
        most = max((len(self.players[seat].hand) for seat in self.finishers), default=0)
        winners = {seat for seat in self.finishers if len(self.players[seat].hand) == most}
        winners = winners or set(self.seats) - self.blocked
        last = 1 + len(self.seats) - len(self.blocked)
        return [1 if seat in winners else last if seat in self.blocked else 1 + len(winners) for seat in self.seats]

"""Combination Race once more, naively, from the rulebook: cards are texts such as `r7`, hands and piles are lists.

It is no second source of the rules. It exists so that the two can be held against each other, and it shares nothing
with `rules` but the texts of actions and the names of phases.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Final, TypeAlias

from tests.games.combo.naive import HEIGHT, KINDS, PACK, SIZE, ascending, found
from tests.games.combo.player import Player, board_of

STONES: Final = {2: 24, 3: 20, 4: 18}
EXPERT_STONES: Final = {2: 30, 3: 24, 4: 18}
LETTER: Final = {"u": "full", "f": "flush", "t": "three", "s": "straight"}
REMEMBERED: Final = 8  # shuffles that are remembered apart

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


class Oracle:
    """A game at a real table."""

    def __init__(self, choices: Mapping[str, object]) -> None:
        seats, first = choices.get("seats", 2), choices.get("first", "chance")
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
        self._do: dict[str, Callable[[int, str], None]] = {
            name.removeprefix("_on_").upper(): getattr(self, name) for name in dir(self) if name.startswith("_on_")
        }
        if isinstance(first, int):
            self._on_first(-1, f"first {first}")

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

    def act(self, who: Actor, text: str) -> None:
        """Do something that is legal."""
        self._do[self.chapter](who if isinstance(who, int) else -1, text)

    def _on_first(self, _: int, text: str) -> None:
        self.first = int(text.removeprefix("first "))
        self.chapter = "START"
        if self.expert:
            self.turn = self._after(self.first, -1)

    def _after(self, seat: int, steps: int = 1) -> int:
        return (seat + steps) % len(self.seats)

    def _on_start(self, seat: int, text: str) -> None:
        self.start[seat] = text
        self.decided[seat] += 1
        if self.expert:
            self._put_start_stones(seat)
            self.turn = self._after(seat, -1)
        if None not in self.start:
            for other in () if self.expert else self.seats:
                self._put_start_stones(other)
            self.chapter, self.turn, self.owed = "DEAL", 0, 3

    def _put_start_stones(self, seat: int) -> None:
        for letter in (self.start[seat] or "").removeprefix("start "):
            self.players[seat].levels[LETTER[letter]] += 1
            self.players[seat].reserve -= 1

    def _on_deal(self, _: int, card: str) -> None:
        assert self.turn is not None
        self._into_hand(card)
        self.owed -= 1
        if not self.owed:
            self.turn, self.owed = self.turn + 1, 3
        if self.turn == len(self.seats):
            self.turn, self.owed = None, 0
            self._need_a_card()

    def _into_hand(self, card: str) -> None:
        assert self.turn is not None
        self.pile.remove(card)
        self.player.hand.append(card)
        self.memory[0].held[self.turn] += 1

    def _need_a_card(self) -> None:
        """Let NATURE draw, or TABLE shuffle first."""
        self.chapter = "SHUFFLE" if not self.pile else "DRAW" if self.drawing else "REFILL"

    def _on_shuffle(self, _: int, __: str) -> None:
        self.pile, self.discards = self.discards, []
        shown = [shuffle for shuffle in self.memory if not shuffle.cards]
        if shown:
            self.memory.remove(shown[0])
        elif len(self.memory) == REMEMBERED:
            self.merges += 1
            oldest = self.memory.pop()
            last = self.memory[-1]
            self.memory[-1] = Shuffle(
                last.cards | oldest.cards, list(map(sum, zip(last.held, oldest.held, strict=True)))
            )
        self.memory.insert(0, Shuffle(set(self.pile), [0 for _ in self.seats]))
        self._need_a_card()

    def _on_turn(self, seat: int, text: str) -> None:
        if text == "draw":
            self.decided[seat] += 1
            self.has_drawn = self.drawing = True
            self.owed = self.player.worth("full")
            self._need_a_card()
        elif text == "done":
            self.decided[seat] += 1
            self._end_turn()
        elif text == "exchange":
            self.chapter, self.most = "EXCHANGE", self.player.most_exchanged()
        else:
            self.chapter, self.kind = "LAY", text

    _on_then = _on_turn

    def _on_draw(self, _: int, card: str) -> None:
        self._into_hand(card)
        self.owed -= 1
        if self.owed:
            self._need_a_card()
        else:
            self.drawing = False
            self.chapter, self.owed = "TAKE", self.player.worth("flush")

    def _on_take(self, seat: int, card: str) -> None:
        self.display.remove(card)
        self.player.hand.append(card)
        self.player.taken.add(card)
        self._chose(seat, card)
        if not self.owed:
            self.chosen = []
            self.chapter = "THEN"
            if not self.quick:
                self._end_turn()

    def _chose(self, seat: int, card: str) -> None:
        self.chosen.append(card)
        self.owed -= 1
        if seat >= 0 and not self.owed:
            self.decided[seat] += 1

    def _give(self, card: str) -> None:
        """Show a card of the hand and put it away."""
        assert self.turn is not None
        self.player.hand.remove(card)
        if card in self.player.taken:
            self.player.taken.remove(card)
            return
        [shuffle] = [shuffle for shuffle in self.memory if card in shuffle.cards]
        shuffle.cards.remove(card)
        shuffle.held[self.turn] -= 1

    def _on_lay(self, _: int, card: str) -> None:
        self._give(card)
        self.laid.append(card)
        if len(self.laid) == SIZE[self.kind]:
            targets = self.player.targets(self.kind)
            if len(targets) > 1:
                self.chapter = "INTO"
            else:
                self._aim(targets[0])

    def _on_into(self, _: int, text: str) -> None:
        self._aim(text.removeprefix("into "))

    def _aim(self, target: str) -> None:
        self.target = target
        splits = self.player.splits(self.kind, target)
        if len(splits) > 1:
            self.chapter = "SPLIT"
        else:
            self._place(splits[0])

    def _on_split(self, _: int, text: str) -> None:
        self._place(int(text.removeprefix("reserve ")))

    def _place(self, from_reserve: int) -> None:
        assert self.turn is not None
        self.player.place(self.target, from_reserve)
        self.discards += self.laid
        self.kind, self.target, self.laid = "", "", []
        self.decided[self.turn] += 1
        if self.expert and self.player.is_stuck():
            self.blocked.add(self.turn)
        self._end_turn()

    def _on_exchange(self, seat: int, text: str) -> None:
        if text != "done":
            self._give(text)
            self.discards.append(text)
            self.chosen.append(text)
        if text == "done" or len(self.chosen) == self.most:
            self.player.active += len(self.chosen)
            self.player.reserve -= len(self.chosen)
            self.chosen = []
            self.decided[seat] += 1
            self._end_turn()

    def _end_turn(self) -> None:
        self.owed = len(self.player.hand) - self.player.worth("straight")
        if self.owed > 0:
            self.chapter = "DISCARD"
        else:
            self.owed = 0
            self._refill()

    def _on_discard(self, seat: int, card: str) -> None:
        self._give(card)
        self.discards.append(card)
        self._chose(seat, card)
        if not self.owed:
            self.chosen = []
            self._refill()

    def _refill(self) -> None:
        if len(self.display) < 4:
            self._need_a_card()
        else:
            self._pass_on()

    def _on_refill(self, _: int, card: str) -> None:
        self.pile.remove(card)
        self.memory[0].cards.remove(card)
        self.display.append(card)
        self._refill()

    def _pass_on(self) -> None:
        """Give the turn to the next player, in this round or a new one, or end the game."""
        assert self.first is not None
        order = [self._after(self.first, steps) for steps in self.seats]
        playing = [seat for seat in order if seat not in self.blocked]
        later = [] if self.turn is None else [seat for seat in order[order.index(self.turn) + 1 :] if seat in playing]
        self.has_drawn = False
        self.chapter = "TURN"
        if len(playing) == 1:
            self._end("ALL_PLACED" if self.finishers else "ONE_LEFT")
        elif later:
            self.turn = later[0]
        elif self.finishers:
            self._end("ALL_PLACED")
        else:
            self.round += 1
            self.turn = playing[0]

    def _end(self, reason: str) -> None:
        self.chapter, self.turn, self.ended_by = "OVER", None, reason

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

"""Combination Race once more, naively, from the rulebook: cards are texts such as `r7`, hands and piles are lists.

It is no second source of the rules. It exists so that the two can be held against each other, and it shares nothing
with `rules` but the texts of actions and the names of phases.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from tests.games.combo.naive import SIZE
from tests.games.combo.situation import LETTER, Actor, Shuffle, Situation

REMEMBERED: Final = 8  # shuffles that are remembered apart


class Oracle(Situation):
    """A game at a real table."""

    def __init__(self, choices: Mapping[str, object]) -> None:
        super().__init__(choices)
        self._do: dict[str, Callable[[int, str], None]] = {
            name.removeprefix("_on_").upper(): getattr(self, name) for name in dir(self) if name.startswith("_on_")
        }
        first = choices.get("first", "chance")
        if isinstance(first, int):
            self._on_first(-1, f"first {first}")

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

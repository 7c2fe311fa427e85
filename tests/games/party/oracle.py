"""Costume Party once more, naively, from the rulebook: cards are numbers, and whatever lies somewhere is a list.

It is no second source of the rules. It exists so that the two can be held against each other, and it shares nothing
with `rules` but the texts of actions and the names of rules and phases.
"""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from typing import Final, Self

from tests.games.party.room import KING, OF_TABLE, TAKES, Actor, Guest, Room

TEXTS: Final = (
    *TAKES,
    *(f"tie{seat}" for seat in range(6)),
    *("keep", "down", "unused"),
    *OF_TABLE.values(),
)


class Oracle(Room):
    """A match that is played."""

    def copy(self) -> Self:
        """Return the same match at another table."""
        twin = copy(self)
        twin.guests = [
            replace(guest, pile=[*guest.pile], hand=[*guest.hand], display=[*guest.display]) for guest in self.guests
        ]
        twin.floor, twin.gone, twin.takers = [*self.floor], [*self.gone], [*self.takers]
        twin.decided, twin.points, twin.total = [*self.decided], [*self.points], [*self.total]
        return twin

    def act(self, who: Actor, text: str) -> None:
        """Do something that is legal."""
        if isinstance(who, int):
            self.decided[who] += 1
        match self.chapter:
            case "PLAY" | "SEAL":
                assert isinstance(who, int)
                self._lay_face_down(self.guests[who], int(text))
            case "TAKE":
                self._take(self.guests[self.takers.pop(0)], text)
            case "FLOOR" | "PAUL":
                self._turn_up(int(text))
            case "TIE":
                self.holder = int(text.removeprefix("tie"))
                self.chapter = "DRAW"
            case "DRAW":
                self._draw(int(text))
            case "MIRROR":
                self._use_mirror(text)
            case _:
                {"move": self._move, "count": self._count, "next": self._go_on}[text]()

    def _turn_up(self, card: int) -> None:
        assert self.turn is not None
        self.guests[self.turn].pile.remove(card)
        self.floor.append(card)
        if self.chapter == "PAUL":
            self._ask_about_mirror()
        elif len(self.floor) == len(self.everybody):
            self.chapter = "TIE"

    def _draw(self, card: int) -> None:
        assert self.turn is not None
        guest = self.guests[self.turn]
        guest.pile.remove(card)
        guest.hand.append(card)
        if all(len(self.guests[seat].hand) == self.full_hand for seat in self.seats):
            self._begin_round()

    def _begin_round(self) -> None:
        self.round += 1
        self.chapter = "SEAL" if self.round == 1 and self.variant_1 else "PLAY"
        if self.round == self.rounds:
            self.chapter = "TAKE"
            self.takers = sorted(self.seats, key=self.distance, reverse=True) + self._paul()

    def _paul(self) -> list[int]:
        return [guest for guest in self.everybody if guest not in self.seats]

    def _lay_face_down(self, guest: Guest, card: int) -> None:
        guest.hand.remove(card)
        if self.chapter == "SEAL":
            guest.down = card
            if not self.waiting:
                self.chapter = "PLAY"
        else:
            guest.played = card
            if not self.waiting:
                self._reveal()

    def _reveal(self) -> None:
        self.chapter = "TAKE"
        in_order = sorted(self.seats, key=lambda seat: (self.guests[seat].played, self.distance(seat)))
        kings = [seat for seat in in_order if self.guests[seat].played == KING]
        self.king = kings[0] if kings else None
        self.takers = kings[:1] if kings else in_order + self._paul()

    def _take(self, guest: Guest, text: str) -> None:
        for card in list(self.floor) if text.startswith("all") else [int(text.removesuffix("+"))]:
            self.floor.remove(card)
            if card in guest.display:
                guest.display.remove(card)
                self.gone += [card, card]
            else:
                guest.display.append(card)
        if text.endswith("+"):
            assert guest.down is not None
            guest.display.remove(guest.down)
            self.gone += [guest.down, guest.down]
            guest.down = None
        if not self.takers:
            self.chapter = "COUNT" if self.round == self.rounds else "MOVE"

    def _move(self) -> None:
        self.king = None
        for seat in self.seats:
            card = self.guests[seat].played
            assert card is not None
            self.floor.append(card)
            self.guests[seat].played = None
        if self._paul():
            self.chapter = "PAUL"
        else:
            self._ask_about_mirror()

    def _ask_about_mirror(self) -> None:
        self.chapter = "MIRROR"
        if self.mirror is None or self.round > self.deadline:
            self._end_round()
            return
        if not self.besides_the_mirror() and self.round < self.deadline:
            self._end_round()

    def _use_mirror(self, text: str) -> None:
        assert self.mirror is not None
        owner = self.guests[self.mirror]
        if text == "down":
            assert owner.down is not None
            self.gone.append(owner.down)
            owner.down = None
        elif text not in ("keep", "unused"):
            owner.display.remove(int(text))
            self.gone.append(int(text))
        if text != "keep":
            self.mirror = None
        self._end_round()

    def _end_round(self) -> None:
        if self.round <= self.deadline:
            self.chapter = "DRAW"
        else:
            self._begin_round()

    def _count(self) -> None:
        for number, guest in enumerate(self.guests):
            self.points[number] = sum(guest.display) + (guest.down or 0)
            self.total[number] += self.points[number]
        self.chapter = "OVER" if self.game == self.games else "SCORED"

    def _go_on(self) -> None:
        self.mirror = min(self.seats, key=lambda seat: (-self.total[seat], self.distance(seat)))
        self.set_up()

    @property
    def places(self) -> list[int]:
        """The places of the guests, Paul's too."""
        ranking = sorted(self.everybody, key=lambda guest: (self.total[guest], self.distance(guest)))
        return [1 + ranking.index(guest) for guest in self.everybody]

    def unseen(self, guest: int) -> list[int]:
        """Return the cards of a guest's set that have not been open to all: those that lie face down somewhere."""
        owned = self.guests[guest]
        hidden = [*owned.pile, *owned.hand]
        if owned.played is not None and self.chapter == "PLAY":
            hidden.append(owned.played)
        if owned.down is not None and self.chapter not in ("SCORED", "OVER"):
            hidden.append(owned.down)
        return hidden

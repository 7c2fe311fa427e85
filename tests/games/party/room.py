"""The room in which the oracle's party takes place: who has what, who is asked, and what the rulebook allows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

KING: Final = 13
CARDS: Final = tuple(str(value) for value in range(1, KING + 1))
PAIRS: Final = tuple(f"{card}+" for card in CARDS)
TAKES: Final = (*CARDS, *PAIRS, "all", "all+")
OF_TABLE: Final = {"MOVE": "move", "COUNT": "count", "SCORED": "next"}  # by chapter
PAUL: Final = 2

Actor: TypeAlias = int | str  # a seat, 'nature' or 'table'


@dataclass
class Guest:
    """What belongs to one guest."""

    pile: list[int] = field(default_factory=lambda: list(range(1, KING + 1)))
    hand: list[int] = field(default_factory=list)
    played: int | None = None
    down: int | None = None  # the face-down card of the display
    display: list[int] = field(default_factory=list)


class Room:
    """A match at a real table, as it stands."""

    def __init__(self, *, seats: int, face_down: bool, mirror: bool, youngest: Sequence[int] = ()) -> None:
        self.seats = range(seats)
        self.everybody = range(PAUL + 1) if seats == PAUL else self.seats
        self.variant_1 = face_down
        self.youngest = list(youngest)
        self.games = seats if mirror else 1
        self.rounds = 12 if face_down else 13
        self.deadline = self.rounds - 4  # the last round with a draw at its end, before which the mirror must go
        self.game = 0
        self.decided = [0] * seats
        self.total = [0] * len(self.everybody)
        self.mirror: int | None = None
        self.set_up()

    def set_up(self) -> None:
        """Begin a game with all sets complete."""
        self.chapter = "FLOOR"
        self.game += 1
        self.round = 0
        self.holder: int | None = None
        self.king: int | None = None  # whose king takes everything
        self.takers: list[int] = []
        self.guests = [Guest() for _ in self.everybody]
        self.floor: list[int] = []
        self.gone: list[int] = []
        self.points = [0] * len(self.everybody)

    def distance(self, guest: int) -> int:
        """Return how far clockwise from the tie card somebody sits; Paul sits behind everybody."""
        assert self.holder is not None
        return (guest - self.holder) % len(self.seats) if guest in self.seats else len(self.seats)

    @property
    def tied(self) -> list[int]:
        """The seats that the tie card can go to."""
        first_cards = self.floor[: len(self.seats)]
        lowest = [seat for seat in self.seats if first_cards[seat] == min(first_cards)]
        return sorted(lowest, key=self.youngest.index)[:1] if self.youngest else lowest

    @property
    def full_hand(self) -> int:
        """How many cards everybody draws up to."""
        return 4 if self.variant_1 and self.round == 0 else 3

    @property
    def turn(self) -> int | None:
        """The guest that gets a card, takes or decides next."""
        match self.chapter:
            case "FLOOR":
                return len(self.floor)
            case "DRAW":
                return next(seat for seat in self.seats if len(self.guests[seat].hand) < self.full_hand)
            case "TAKE":
                return self.takers[0]
            case "PAUL":
                return PAUL
        return self.mirror if self.chapter == "MIRROR" else None

    @property
    def waiting(self) -> list[Actor]:
        """Who may act now; nobody when it is over."""
        match self.chapter:
            case "PLAY":
                return [seat for seat in self.seats if self.guests[seat].played is None]
            case "SEAL":
                return [seat for seat in self.seats if self.guests[seat].down is None]
            case "TAKE":
                return ["table" if self._take_is_forced() else self.takers[0]]
            case "MIRROR":
                assert self.mirror is not None
                must_go = self.round == self.deadline
                return ["table" if must_go and len(self.besides_the_mirror()) < 2 else self.mirror]
            case "OVER":
                return []
        by_chance = self.chapter in ("FLOOR", "DRAW", "PAUL") or (self.chapter == "TIE" and len(self.tied) > 1)
        return ["nature" if by_chance else "table"]

    def _take_is_forced(self) -> bool:
        """Whether everybody can see that there is nothing to choose."""
        guest = self.takers[0]
        if self.guests[guest].down is not None:
            return False
        return guest not in self.seats or self.king is not None or self.floor.count(self.floor[0]) == len(self.floor)

    def besides_the_mirror(self) -> list[int]:
        """Return the cards that its owner can throw out with the mirror."""
        assert self.mirror is not None
        owner = self.guests[self.mirror]
        return owner.display if owner.down is None else [*owner.display, owner.down]

    def legal(self, who: Actor) -> list[str]:
        """Return what `who` may do now."""
        texts = self._texts() if who in self.waiting else ()
        if self.chapter == "TAKE" and texts:
            texts = [text for card in (*dict.fromkeys(map(str, self.floor)), "all") for text in (card, f"{card}+")]
        return [text for text in texts if self._objection(who, text) == "OK"]

    def why(self, who: Actor, text: str) -> str:
        """Return the name of the first rule that an action breaks, or OK."""
        if self.chapter == "OVER":
            return "GAME_OVER"
        if who not in self.waiting:
            return "NOT_YOUR_TURN"
        return self._objection(who, text) if text in self._texts() else "NOT_AN_ACTION_NOW"

    def _texts(self) -> Sequence[str]:
        """Return the texts that mean something in this chapter."""
        match self.chapter:
            case "FLOOR":
                return CARDS[:-1]  # instead of a king the next card is laid
            case "TIE":
                return [f"tie{seat}" for seat in self.tied]
            case "DRAW" | "PAUL":
                assert self.turn is not None
                return [str(card) for card in self.guests[self.turn].pile]
            case "SEAL" | "PLAY":
                return CARDS
            case "TAKE":
                return TAKES
            case "MIRROR":
                return (*CARDS, "down", "keep") if self.besides_the_mirror() else (*CARDS, "down", "keep", "unused")
        return (OF_TABLE[self.chapter],)

    def _objection(self, who: Actor, text: str) -> str:
        if self.chapter in ("SEAL", "PLAY"):
            assert isinstance(who, int)
            if int(text) not in self.guests[who].hand:
                return "CARD_NOT_IN_HAND"
            return "KING_NOT_FACE_DOWN" if self.chapter == "SEAL" and text == "13" else "OK"
        if self.chapter == "TAKE":
            return self._objection_to_take(text)
        return self._objection_to_throw_out(text) if self.chapter == "MIRROR" else "OK"

    def _objection_to_take(self, text: str) -> str:
        card = text.removesuffix("+")
        if self.king is not None and card != "all":
            return "KING_TAKES_ALL"
        if self.king is None and card == "all":
            return "NO_KING_PLAYED"
        arriving = self.floor if card == "all" else [int(card)]
        if arriving[0] not in self.floor:
            return "NOT_ON_THE_FLOOR"
        return "OK" if card == text else self._objection_to_pair(arriving)

    def _objection_to_pair(self, arriving: list[int]) -> str:
        taker = self.guests[self.takers[0]]
        if taker.down is None:
            return "NO_FACE_DOWN_CARD"
        if taker.down not in arriving:
            return "FACE_DOWN_CARD_DIFFERS"
        open_cards = arriving.count(taker.down) + taker.display.count(taker.down)
        return "OK" if open_cards % 2 == 1 else "OPEN_PAIR_FIRST"

    def _objection_to_throw_out(self, text: str) -> str:
        assert self.mirror is not None
        owner = self.guests[self.mirror]
        if text == "down":
            return "NO_FACE_DOWN_CARD" if owner.down is None else "OK"
        if text == "keep":
            return "MIRROR_MUST_GO" if self.round == self.deadline else "OK"
        return "OK" if text == "unused" or int(text) in owner.display else "NOT_IN_YOUR_DISPLAY"

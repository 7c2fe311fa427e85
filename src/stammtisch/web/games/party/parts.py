"""What lies on the table of Costume Party, as its templates see it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from markupsafe import Markup

from stammtisch.core.language import Say
from stammtisch.games.party.position import KING
from stammtisch.games.party.words.costumes import card_name
from stammtisch.web.view.scene import Offer

_SUITS: Final = ((4, "green"), (8, "blue"), (10, "violet"), (12, "red"), (KING, "yellow"))


@dataclass(frozen=True)
class Card:
    """A card that lies open or belongs to the viewer, and what the viewer may do with it."""

    value: int
    key: str  # the same before and after it moves
    name: str
    costume: str
    offer: Offer | None = None
    pair: Offer | None = None  # taking it together with the viewer's face-down card
    leaves: bool = False  # it would make a pair with an open card of the viewer
    source: str = ""  # the element it comes from

    @property
    def suit(self) -> str:
        """The colour of its number: the higher, the hotter."""
        return suit_of(self.value)


def suit_of(value: int) -> str:
    """Return the colour of a number: the higher, the hotter."""
    return next(suit for highest, suit in _SUITS if value <= highest)


@cache
def chip(text: str, say: Say, game_say: Say) -> Markup:  # noqa: ARG001
    """Return a card of the notation as a small card in a sentence."""
    value = int(text)
    return Markup('<span class="little {}" role="img" aria-label="{}">{}</span>').format(
        suit_of(value), card_name(value, game_say), value
    )


@dataclass(frozen=True)
class PlayedCard:
    """A guest's place in this round, and the card that was played for it."""

    guest: int
    name: str
    card: Card | None  # also what the viewer knows of a sealed one
    sealed: bool
    key: str
    place: int  # in the order of taking, from 1; 0 while that is open
    now: bool
    done: bool
    king: bool
    flips: bool


@dataclass(frozen=True)
class LastTake:
    """What a guest took from the last floor of a game; the card `leaves` where it made a pair."""

    guest: int
    name: str
    card: Card
    wins: bool  # with the lowest sum


@dataclass(frozen=True)
class Facts:
    """What is said about a seat."""

    tie: bool
    mirror: bool
    total: str  # empty where one game is all


@dataclass(frozen=True)
class Guest:
    """A guest with everything that lies before it."""

    number: int
    name: str
    face: int  # the costume
    cards: tuple[Card, ...]
    fresh: frozenset[int]  # values that came with the last step
    left: tuple[tuple[int, str], ...]  # values whose pair left with the last step, and which card that was
    down: Card | None  # what the viewer knows of the face-down card
    covered: bool  # whether there is one
    sum: str
    total: int
    tie: bool
    mirror: bool
    hand: tuple[int, ...]  # shown to those who watch, where nothing is hidden
    lowest: bool

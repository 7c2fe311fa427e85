"""What there is at Costume Party: guests, cards, actions, the chapters of a match, options and the position."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Annotated, Final

from stammtisch.errors import OptionError
from stammtisch.games.party.ages import Ages
from stammtisch.kernel import NONE, Between, Record, Row, YesNo

VERSION: Final = 2
FEWEST: Final = 2  # seats
SEATS: Final = 6
PAUL: Final = 2  # with two seats a third guest takes part whom nobody plays
KING: Final = 13
VALUES: Final = KING + 1  # room for a number by value: 1 to 13
ALL_VALUES: Final = (1 << VALUES) - 2

# Actions: 1 to 13 is a card, whether laid, drawn, sealed, played, taken or thrown out with the mirror.
KEEP: Final = 0  # the mirror, for a later round
PAIR: Final = KING  # + value: take the card, and discard it with one's own face-down card
ALL: Final = PAIR + VALUES  # take the whole floor
ALL_PAIR: Final = ALL + 1  # take it, and discard the face-down card with its double
FACE_DOWN: Final = ALL_PAIR + 1  # throw out the face-down card with the mirror
UNUSED: Final = FACE_DOWN + 1  # the mirror leaves alone
HOLDER: Final = UNUSED + 1  # + seat: it gets the tie card
MOVE: Final = HOLDER + SEATS
COUNT: Final = MOVE + 1
NEXT: Final = COUNT + 1
ACTIONS: Final = NEXT + 1

SCRATCH: Final = 1
OPTION_SETS: Final[tuple[Mapping[str, object], ...]] = tuple(
    {"seats": seats, "face_down": face_down, "mirror": mirror}
    for seats in range(FEWEST, SEATS + 1)
    for face_down in (False, True)
    for mirror in (False, True)
)


class Phase(IntEnum):
    """The chapters of a match."""

    FLOOR = 0  # NATURE lays the first card of every guest
    TIE = 1  # the tie card finds its holder
    DRAW = 2  # NATURE draws for the seats, at the beginning and at the end of a round
    SEAL = 3  # everybody lays a card face down, in secret and all at once
    PLAY = 4  # everybody chooses a card to play, in secret and all at once
    TAKE = 5  # the guests take from the floor, one after another
    MOVE = 6  # all have taken, and TABLE is about to move the played cards onto the floor
    PAUL = 7  # NATURE turns up the next card of Paul
    MIRROR = 8  # the owner of the mirror decides
    COUNT = 9  # the floor is empty, and TABLE is about to count
    SCORED = 10  # a game of a match is written down, to be seen before the next one
    OVER = 11


class Rule(IntEnum):
    """Why an action is refused, in the order in which the rulebook would object."""

    OK = 0
    GAME_OVER = 1
    NOT_YOUR_TURN = 2
    NOT_AN_ACTION_NOW = 3
    CARD_NOT_IN_HAND = 4
    KING_NOT_FACE_DOWN = 5
    KING_TAKES_ALL = 6
    NO_KING_PLAYED = 7
    NOT_ON_THE_FLOOR = 8
    NO_FACE_DOWN_CARD = 9
    FACE_DOWN_CARD_DIFFERS = 10
    OPEN_PAIR_FIRST = 11
    NOT_IN_YOUR_DISPLAY = 12
    MIRROR_MUST_GO = 13


class Reason(IntEnum):
    """Who won."""

    SEAT = 0
    PAUL = 1


class Options(Record):
    """What may differ from one table to the next."""

    seats: Annotated[int, Between(FEWEST, SEATS)] = 4
    face_down: Annotated[int, YesNo()] = 0
    mirror: Annotated[int, YesNo()] = 0
    youngest: Annotated[Row, SEATS, Ages(SEATS)] = Ages.unknown(SEATS)
    guests: int  # the seats, and Paul where two play
    draws: int  # after so many rounds nobody draws any more
    last: int  # the number of the last round, in which nothing is played
    games: int


class State(Record):
    """Everything that is true at one moment of a match, or what one seat knows of it."""

    phase: int
    decided: Annotated[Row, SEATS]  # by seat: decisions completed
    game_number: int  # from 1
    round_number: int  # from 1; 0 while a game is set up
    holder: int  # the seat with the tie card; NONE before it has one
    mirror: int  # the seat with the mirror; NONE if there is none
    turn: int  # the guest that is drawn for, takes or decides next; NONE where it is nobody's
    waits: int  # who owes a decision, as bits: asked at every step, so it is kept rather than derived
    to_take: int  # guests that have yet to take in this round, as bits
    king: int  # the seat whose king takes the whole floor in this round, or NONE
    pile: Annotated[Row, SEATS]  # by guest: cards, as bits; their order is nobody's yet
    pile_size: Annotated[Row, SEATS]
    hand: Annotated[Row, SEATS]  # by seat: cards, as bits
    hand_size: Annotated[Row, SEATS]
    played: Annotated[Row, SEATS]  # by seat: the card of this round, sealed until all have one; NONE before
    face_down: Annotated[Row, SEATS]  # by seat: the face-down card of the display, or NONE
    display: Annotated[Row, SEATS]  # by guest: open cards, as bits; no value lies there twice
    shown: Annotated[Row, SEATS]  # by guest: cards of its set that everybody has seen, as bits
    floor: Annotated[Row, VALUES]  # by value: how many lie on the floor
    floor_values: int  # the values on the floor, as bits
    gone: Annotated[Row, VALUES]  # by value: how many were discarded
    points: Annotated[Row, SEATS]  # by guest: the sum of the game, written when it is counted
    total: Annotated[Row, SEATS]  # by guest: the sum of all games


def prepare(o: Options) -> None:
    """Derive the rounds and games; refuse ages that do not name every seat.

    Raises:
        OptionError: The seats from youngest to oldest are not those of the table.
    """
    named = [o.youngest[place] for place in range(SEATS) if o.youngest[place] != NONE]
    if named and sorted(named) != list(range(o.seats)):
        raise OptionError(f"youngest names the seats {named}; it may be chance or all seats from 0 to {o.seats - 1}")
    o.guests = o.seats + 1 if o.seats == PAUL else o.seats
    o.draws = 8 if o.face_down else 9
    o.last = 12 if o.face_down else 13
    o.games = o.seats if o.mirror else 1

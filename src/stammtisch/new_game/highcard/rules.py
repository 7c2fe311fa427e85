"""The rules: everybody lays a card at once and in secret, and the highest takes what the round is worth.

The first round is worth one point, the second two, and so on; when the hands are empty, the most points win.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Annotated, Final

from stammtisch.kernel import HIDDEN, NATURE, NONE, TABLE, UNKNOWN, Between, Outcome, Record, Row, kernel
from stammtisch.kernel.bits import clear, count_in, has_in, nth_in
from stammtisch.kernel.chance import draw

VERSION: Final = 1
SEATS: Final = 4
CARDS: Final = 12  # each once; a set of cards is a word of bits
ALL_CARDS: Final = (1 << CARDS) - 1

# Actions: a card is its own number, whether NATURE deals it or a seat lays it; then what TABLE does.
COLLECT: Final = CARDS
ACTIONS: Final = COLLECT + 1

SCRATCH: Final = 1  # `redeal` needs none
OPTION_SETS: Final[tuple[Mapping[str, object], ...]] = ({}, {"seats": 3, "hand_size": 2}, {"seats": 4, "hand_size": 3})


class Phase(IntEnum):
    """The chapters of a game."""

    DEAL = 0  # NATURE deals card by card
    LAY = 1  # every seat lays a card, in secret and all at once
    SHOW = 2  # the cards lie open, to be seen before TABLE collects them
    OVER = 3


class Rule(IntEnum):
    """Why an action is refused, in the order in which the rulebook would object."""

    OK = 0
    GAME_OVER = 1
    NOT_YOUR_TURN = 2
    CARD_NOT_THERE = 3


class Options(Record):
    """What may differ from one table to the next."""

    seats: Annotated[int, Between(2, SEATS)] = 2
    hand_size: Annotated[int, Between(2, 3)] = 3


class State(Record):
    """Everything that is true at one moment of a game, or what one seat knows of it.

    Sets of cards and of seats are bits. Rows have an entry for each seat.
    """

    phase: int
    waits: int  # who owes a decision: seats, NATURE or TABLE
    decided: Annotated[Row, SEATS]  # decisions completed
    deck: int  # the cards not dealt; nobody ever sees them
    deck_size: int
    hand: Annotated[Row, SEATS]  # the cards in hand; in a view those of the viewer only
    hand_size: Annotated[Row, SEATS]
    laid: Annotated[Row, SEATS]  # the card laid in this round, or NONE; UNKNOWN to others until all have laid one
    played: int  # the cards of earlier rounds
    prize: int  # what this round is worth
    score: Annotated[Row, SEATS]


def prepare(o: Options) -> None:
    """Do nothing: no field of the options is derived from others."""


@kernel
def start(s: State, o: Options) -> None:
    """Set a blank position to the one before the first card is dealt."""
    s.phase = Phase.DEAL
    s.waits = 1 << NATURE
    s.deck = ALL_CARDS
    s.deck_size = CARDS
    s.prize = 1
    for seat in range(o.seats):
        s.laid[seat] = NONE


@kernel
def waiting(s: State, o: Options) -> int:
    """Return who owes a decision now, as bits."""
    return s.waits


@kernel
def legal(s: State, o: Options, seat: int, out: Row) -> None:
    """Write the legal actions of `seat` as bits."""
    clear(out)
    out[0] = _choices(s, seat)


@kernel
def _choices(s: State, seat: int) -> int:
    """Return what `seat` may do: the one place that decides."""
    if not has_in(s.waits, seat):
        return 0
    if seat == NATURE:
        return s.deck
    return 1 << COLLECT if seat == TABLE else s.hand[seat]


@kernel
def check(s: State, o: Options, seat: int, action: int) -> int:
    """Return `Rule.OK`, or the first rule that `action` by `seat` would break."""
    if has_in(_choices(s, seat), action):
        return Rule.OK
    if s.phase == Phase.OVER:
        return Rule.GAME_OVER
    return Rule.CARD_NOT_THERE if has_in(s.waits, seat) else Rule.NOT_YOUR_TURN


@kernel
def apply(s: State, o: Options, seat: int, action: int) -> None:
    """Carry out a legal action."""
    if s.phase == Phase.DEAL:
        _deal(s, o, action)
    elif s.phase == Phase.LAY:
        _lay(s, seat, action)
    else:
        _collect(s, o)


@kernel
def _deal(s: State, o: Options, card: int) -> None:
    """Give a card to the seat whose turn it is to be dealt one."""
    seat = _receiver(s, o)
    s.deck &= ~(1 << card)
    s.deck_size -= 1
    s.hand[seat] |= 1 << card
    s.hand_size[seat] += 1
    if CARDS - s.deck_size == o.seats * o.hand_size:
        s.phase = Phase.LAY
        s.waits = (1 << o.seats) - 1


@kernel
def _receiver(s: State, o: Options) -> int:
    return (CARDS - s.deck_size) % o.seats


@kernel
def _lay(s: State, seat: int, card: int) -> None:
    """Take a card from a hand; the last one opens them all."""
    s.hand[seat] &= ~(1 << card)
    s.hand_size[seat] -= 1
    s.laid[seat] = card
    s.decided[seat] += 1
    s.waits &= ~(1 << seat)
    if s.waits == 0:  # Must agree with `view`, which shows the cards from here on.
        s.phase = Phase.SHOW
        s.waits = 1 << TABLE


@kernel
def _collect(s: State, o: Options) -> None:
    """Give the round to the highest card, and go on to the next."""
    winner = highest_laid(s, o)
    s.score[winner] += s.prize
    s.prize += 1
    for seat in range(o.seats):
        s.played |= 1 << s.laid[seat]
        s.laid[seat] = NONE
    s.phase = Phase.OVER if s.hand_size[0] == 0 else Phase.LAY
    s.waits = 0 if s.phase == Phase.OVER else (1 << o.seats) - 1


@kernel
def highest_laid(s: State, o: Options) -> int:
    """Return the seat whose card is the highest of those that lie open."""
    winner = 0
    for seat in range(1, o.seats):
        if s.laid[seat] > s.laid[winner]:
            winner = seat
    return winner


@kernel
def seen(s: State, o: Options, viewer: int, seat: int, action: int) -> int:
    """Return the action as `viewer` will see it: cards are dealt and laid face down."""
    if s.phase == Phase.DEAL:
        return action if viewer == _receiver(s, o) else HIDDEN
    return action if viewer == seat or seat == TABLE else HIDDEN


@kernel
def view(s: State, o: Options, seat: int, out: State) -> None:
    """Write into a blank `out` what `seat` may know; what is not written here nobody learns."""
    out.phase = s.phase
    out.waits = s.waits
    out.deck_size = s.deck_size
    out.played = s.played
    out.prize = s.prize
    for other in range(o.seats):
        own = other == seat
        out.decided[other] = s.decided[other]
        out.hand[other] = s.hand[other] if own else 0
        out.hand_size[other] = s.hand_size[other]
        open_now = own or s.laid[other] == NONE or s.phase != Phase.LAY
        out.laid[other] = s.laid[other] if open_now else UNKNOWN
        out.score[other] = s.score[other]


@kernel
def redeal(v: State, o: Options, seat: int, stream: Row, scratch: Row, out: State) -> None:
    """Complete `out`, a copy of the view `v`: all ways in which the hidden cards may lie are as likely."""
    rest = ALL_CARDS & ~v.played
    for other in range(o.seats):
        rest &= ~v.hand[other]
        if v.laid[other] >= 0:
            rest &= ~(1 << v.laid[other])
    for other in range(o.seats):
        if v.laid[other] == UNKNOWN:
            out.laid[other] = nth_in(rest, draw(stream, count_in(rest)))
            rest &= ~(1 << out.laid[other])
        for _ in range(v.hand_size[other] - count_in(v.hand[other])):
            card = nth_in(rest, draw(stream, count_in(rest)))
            out.hand[other] |= 1 << card
            rest &= ~(1 << card)
    out.deck = rest


@kernel
def settled(s: State, o: Options) -> bool:
    """Whether a playout may stop here: only at the end."""
    return s.phase == Phase.OVER


@kernel
def worth(s: State, o: Options, seat: int) -> int:
    """Return how `seat` stands: by its points."""
    return s.score[seat]


@kernel
def outcome(s: State, o: Options, out: Outcome) -> None:
    """Write down the points and the places; equal points share one."""
    for seat in range(o.seats):
        out.score[seat] = s.score[seat]
        out.place[seat] = 1
        for other in range(o.seats):
            out.place[seat] += 1 if s.score[other] > s.score[seat] else 0

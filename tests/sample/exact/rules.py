"""Exact: put a card aside and bid in secret how many tricks you will take, then take exactly that many."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Annotated, Final

from stammtisch.kernel import HIDDEN, NATURE, NONE, TABLE, UNKNOWN, Between, Outcome, Record, Row, kernel
from stammtisch.kernel.bits import WORD_BITS, add, clear, count_in, lowest_in, nth_in
from stammtisch.kernel.chance import draw

VERSION: Final = 1
SEATS: Final = 4
COLOURS: Final = 4
RANKS: Final = 8  # 0 to 7, and a card's rank is also what it is worth
CARDS: Final = COLOURS * RANKS  # card = colour * RANKS + rank; a set of cards is one word of bits
ALL_CARDS: Final = (1 << CARDS) - 1
FIRST_COLOUR: Final = (1 << RANKS) - 1  # its cards; those of the others follow in order
MOST_CARDS: Final = 6  # in a hand

# Actions come in four families. A card, dealt or played, is its own number; a bid is BID plus the tricks bid.
CARD: Final = 0
ASIDE: Final = CARD + CARDS
BID: Final = ASIDE + CARDS
COLLECT: Final = BID + MOST_CARDS
ACTIONS: Final = COLLECT + 1

SCRATCH: Final = 1  # `redeal` needs none
OPTION_SETS: Final[tuple[Mapping[str, object], ...]] = (
    {},
    {"seats": 2, "hand_size": 6},
    {"seats": 4, "hand_size": 2, "exact_bonus": 0},
    {"seats": 4, "hand_size": 6, "exact_bonus": 20},
)


class Phase(IntEnum):
    """The chapters of a game."""

    DEAL = 0  # NATURE deals card by card
    PLAN = 1  # every seat puts a card aside and bids, in secret and all at once
    PLAY = 2  # the seats play to a trick, one after another
    TRICK = 3  # a whole trick lies there, to be seen before TABLE collects it
    OVER = 4


class Rule(IntEnum):
    """Why an action is refused, in the order in which the rulebook would object."""

    OK = 0
    GAME_OVER = 1
    NOT_YOUR_TURN = 2
    NOT_AN_ACTION_NOW = 3
    CARD_ALREADY_DEALT = 4
    ALREADY_PUT_ASIDE = 5
    ALREADY_BID = 6
    BID_TOO_HIGH = 7
    CARD_NOT_IN_HAND = 8
    MUST_FOLLOW_COLOUR = 9


class Options(Record):
    """What may differ from one table to the next."""

    seats: Annotated[int, Between(2, SEATS)] = 3
    hand_size: Annotated[int, Between(2, MOST_CARDS)] = 4
    exact_bonus: Annotated[int, Between(0, 20)] = 10
    tricks: int  # how many are played


class State(Record):
    """Everything that is true at one moment of a game, or what one seat knows of it.

    Sets of cards, colours or seats are bits. Rows have an entry for each seat; those of seats not at the table stay 0.
    """

    phase: int
    waits: int  # who owes a decision: seats, NATURE or TABLE
    decided: Annotated[Row, SEATS]  # decisions completed
    deck: int  # the cards not dealt; nobody ever sees them
    deck_size: int
    hand: Annotated[Row, SEATS]  # the cards in hand; in a view those of the viewer only
    hand_size: Annotated[Row, SEATS]
    aside: Annotated[Row, SEATS]  # the card put aside, or NONE; UNKNOWN to the other seats until the end
    bid: Annotated[Row, SEATS]  # tricks bid, or NONE; UNKNOWN to the other seats while they are sealed
    leader: int  # the seat that leads, or led, this trick
    trick: Annotated[Row, SEATS]  # the card played to this trick, or NONE
    played: Annotated[Row, SEATS]  # all cards played so far, those of this trick among them
    lacks: Annotated[Row, SEATS]  # the colours that the seat did not follow, so that it has none of them in hand
    won: Annotated[Row, SEATS]  # tricks taken
    score: Annotated[Row, SEATS]  # 0 until the end


def prepare(o: Options) -> None:
    """Derive the number of tricks: each hand plays all cards but the one put aside."""
    o.tricks = o.hand_size - 1


@kernel
def start(s: State, o: Options) -> None:
    """Put all cards into the deck."""
    s.phase = Phase.DEAL
    s.waits = 1 << NATURE
    s.deck = ALL_CARDS
    s.deck_size = CARDS
    for seat in range(o.seats):
        s.aside[seat] = NONE
        s.bid[seat] = NONE
        s.trick[seat] = NONE


@kernel
def waiting(s: State, o: Options) -> int:
    """Return who owes a decision now: several seats while plans are sealed, otherwise one."""
    return s.waits


@kernel
def legal(s: State, o: Options, seat: int, out: Row) -> None:
    """Write the legal actions of `seat` as bits, each family at its place."""
    clear(out)
    out[0] = _legal_in(s, o, seat, CARD)  # cards are their own numbers
    _add_all(out, ASIDE, _legal_in(s, o, seat, ASIDE))
    _add_all(out, BID, _legal_in(s, o, seat, BID))
    _add_all(out, COLLECT, _legal_in(s, o, seat, COLLECT))


@kernel
def _legal_in(s: State, o: Options, seat: int, family: int) -> int:
    """Return the legal actions of one family, counted from its first: here alone legality is decided."""
    if not _has(s.waits, seat):
        return 0
    if s.phase == Phase.DEAL and family == CARD:
        return s.deck
    if s.phase == Phase.PLAN and family == ASIDE and s.aside[seat] == NONE:
        return s.hand[seat]
    if s.phase == Phase.PLAN and family == BID and s.bid[seat] == NONE:
        return (1 << (o.tricks + 1)) - 1
    if s.phase == Phase.PLAY and family == CARD:
        return _playable(s, seat)
    return 1 if s.phase == Phase.TRICK and family == COLLECT else 0


@kernel
def _playable(s: State, seat: int) -> int:
    """Return the cards of the colour led, or the whole hand of a seat that leads or has none of them."""
    led = s.trick[s.leader]
    following = 0 if led == NONE else s.hand[seat] & (FIRST_COLOUR << (RANKS * _colour(led)))
    return following if following != 0 else s.hand[seat]


@kernel
def _add_all(out: Row, family: int, members: int) -> None:
    while members != 0:
        add(out, family + lowest_in(members))
        members &= members - 1


@kernel
def check(s: State, o: Options, seat: int, action: int) -> int:
    """Return `Rule.OK`, or the first rule that `action` by `seat` would break."""
    family = _family(action)
    if family != NONE and _has(_legal_in(s, o, seat, family), action - family):
        return Rule.OK
    if s.phase == Phase.OVER:
        return Rule.GAME_OVER
    if s.phase == Phase.PLAN and 0 <= seat < o.seats:
        return _why_no_plan(s, seat, family)
    if not _has(s.waits, seat):
        return Rule.NOT_YOUR_TURN
    if s.phase == Phase.DEAL and family == CARD:
        return Rule.CARD_ALREADY_DEALT
    if s.phase == Phase.PLAY and family == CARD:
        return Rule.MUST_FOLLOW_COLOUR if _has(s.hand[seat], action) else Rule.CARD_NOT_IN_HAND
    return Rule.NOT_AN_ACTION_NOW


@kernel
def _why_no_plan(s: State, seat: int, family: int) -> int:
    if family == ASIDE:
        return Rule.CARD_NOT_IN_HAND if s.aside[seat] == NONE else Rule.ALREADY_PUT_ASIDE
    if family == BID:
        return Rule.BID_TOO_HIGH if s.bid[seat] == NONE else Rule.ALREADY_BID
    return Rule.NOT_AN_ACTION_NOW


@kernel
def _family(action: int) -> int:
    """Return the first action of the family, or NONE for a number that is no action."""
    if action < CARD or action >= ACTIONS:
        return NONE
    if action < ASIDE:
        return CARD
    if action < BID:
        return ASIDE
    return BID if action < COLLECT else COLLECT


@kernel
def apply(s: State, o: Options, seat: int, action: int) -> None:
    """Carry out a legal action."""
    if s.phase == Phase.DEAL:
        _deal(s, o, action)
    elif s.phase == Phase.PLAN:
        _plan(s, o, seat, action)
    elif s.phase == Phase.PLAY:
        _play(s, o, seat, action)
    else:
        _collect(s, o)


@kernel
def _deal(s: State, o: Options, card: int) -> None:
    seat = _receiver(s, o)
    s.deck &= ~(1 << card)
    s.deck_size -= 1
    s.hand[seat] |= 1 << card
    s.hand_size[seat] += 1
    if s.hand_size[o.seats - 1] == o.hand_size:
        s.phase = Phase.PLAN
        s.waits = (1 << o.seats) - 1


@kernel
def _receiver(s: State, o: Options) -> int:
    """Return the seat that is dealt the next card."""
    return (CARDS - s.deck_size) % o.seats


@kernel
def _plan(s: State, o: Options, seat: int, action: int) -> None:
    """Seal one of the two choices of a plan; the last plan to be completed opens all bids."""
    if action >= BID:
        s.bid[seat] = action - BID
    else:
        s.aside[seat] = action - ASIDE
        s.hand[seat] &= ~(1 << s.aside[seat])
        s.hand_size[seat] -= 1
    if s.aside[seat] == NONE or s.bid[seat] == NONE:
        return
    s.decided[seat] += 1
    s.waits &= ~(1 << seat)
    if s.waits == 0:  # Must agree with `view`, which shows the bids from here on.
        s.phase = Phase.PLAY
        s.waits = 1 << s.leader


@kernel
def _play(s: State, o: Options, seat: int, card: int) -> None:
    led = s.trick[s.leader]
    if led != NONE and _colour(card) != _colour(led):
        s.lacks[seat] |= 1 << _colour(led)
    s.decided[seat] += 1
    s.hand[seat] &= ~(1 << card)
    s.hand_size[seat] -= 1
    s.played[seat] |= 1 << card
    s.trick[seat] = card
    neighbour = (seat + 1) % o.seats
    s.waits = 1 << neighbour
    if neighbour == s.leader:
        s.phase = Phase.TRICK
        s.waits = 1 << TABLE


@kernel
def _collect(s: State, o: Options) -> None:
    """Give the trick to the highest card of the colour led; its seat leads to the next one."""
    winner = s.leader
    for seat in range(o.seats):
        card, best = s.trick[seat], s.trick[winner]
        if _colour(card) == _colour(best) and card > best:
            winner = seat
    for seat in range(o.seats):
        s.trick[seat] = NONE
    s.won[winner] += 1
    s.leader = winner
    s.phase = Phase.PLAY
    s.waits = 1 << winner
    if s.hand_size[winner] == 0:
        _score(s, o)


@kernel
def _score(s: State, o: Options) -> None:
    """Count a point for each trick and, where the bid was met, the bonus and the rank of the card aside."""
    s.phase = Phase.OVER
    s.waits = 0
    for seat in range(o.seats):
        s.score[seat] = s.won[seat]
        if s.won[seat] == s.bid[seat]:
            s.score[seat] += o.exact_bonus + s.aside[seat] % RANKS


@kernel
def _colour(card: int) -> int:
    return card // RANKS


@kernel
def _has(members: int, number: int) -> bool:
    """Whether a number is in a set; numbers that a word has no room for are not."""
    return 0 <= number < WORD_BITS and (members >> number) & 1 == 1


@kernel
def seen(s: State, o: Options, viewer: int, seat: int, action: int) -> int:
    """Return the action as `viewer` will see it: cards dealt to others and their plans are secret."""
    if s.phase > Phase.PLAN:
        return action
    owner = _receiver(s, o) if s.phase == Phase.DEAL else seat
    return action if viewer == owner else HIDDEN


@kernel
def view(s: State, o: Options, seat: int, out: State) -> None:
    """Write into a blank `out` what `seat` may know."""
    out.phase = s.phase
    out.waits = s.waits
    out.deck_size = s.deck_size
    out.leader = s.leader
    for other in range(o.seats):
        own = other == seat
        out.decided[other] = s.decided[other]
        out.hand[other] = s.hand[other] if own else 0
        out.hand_size[other] = s.hand_size[other]
        aside_is_open = own or s.aside[other] == NONE or s.phase == Phase.OVER
        out.aside[other] = s.aside[other] if aside_is_open else UNKNOWN
        bid_is_open = own or s.bid[other] == NONE or s.phase > Phase.PLAN
        out.bid[other] = s.bid[other] if bid_is_open else UNKNOWN
        out.trick[other] = s.trick[other]
        out.played[other] = s.played[other]
        out.lacks[other] = s.lacks[other]
        out.won[other] = s.won[other]
        out.score[other] = s.score[other]


@kernel
def redeal(v: State, o: Options, seat: int, stream: Row, scratch: Row, out: State) -> None:
    """Complete `out`, a copy of the view `v`: all deals of the hidden cards and all sealed bids are as likely."""
    rest = NONE
    while rest == NONE:  # it ends: the cards as they really lie agree with all that play has shown
        rest = _deal_hands(v, o, stream, out)
    for other in range(o.seats):
        if v.aside[other] == UNKNOWN:
            out.aside[other] = nth_in(rest, draw(stream, count_in(rest)))
            rest &= ~(1 << out.aside[other])
        if v.bid[other] == UNKNOWN:
            out.bid[other] = draw(stream, o.tricks + 1)
    out.deck = rest


@kernel
def _deal_hands(v: State, o: Options, stream: Row, out: State) -> int:
    """Fill the hands evenly; return the cards left over, or NONE as soon as a seat gets a colour it lacks."""
    rest = _unplaced(v, o)
    for seat in range(o.seats):
        out.hand[seat] = v.hand[seat]
        for _ in range(v.hand_size[seat] - count_in(v.hand[seat])):
            card = nth_in(rest, draw(stream, count_in(rest)))
            if _has(v.lacks[seat], _colour(card)):
                return NONE
            rest &= ~(1 << card)
            out.hand[seat] |= 1 << card
    return rest


@kernel
def _unplaced(v: State, o: Options) -> int:
    """Return the cards of which a view does not tell where they are."""
    cards = ALL_CARDS
    for seat in range(o.seats):
        cards &= ~(v.hand[seat] | v.played[seat])
        if v.aside[seat] >= 0:
            cards &= ~(1 << v.aside[seat])
    return cards


@kernel
def settled(s: State, o: Options) -> bool:
    """Whether a playout may stop here: only at the end."""
    return s.phase == Phase.OVER


@kernel
def worth(s: State, o: Options, seat: int) -> int:
    """Return the points of the seat."""
    return s.score[seat]


@kernel
def outcome(s: State, o: Options, out: Outcome) -> None:
    """Write down the scores; who has more points has the better place, and equal scores share one."""
    for seat in range(o.seats):
        out.score[seat] = s.score[seat]
        out.place[seat] = 1
        for other in range(o.seats):
            if s.score[other] > s.score[seat]:
                out.place[seat] += 1
    out.reason = 0  # there is but one: the last trick was collected

"""Dealing hidden cards anew: every deal that fits what is known is equally likely.

Cards that the same seats may hold form a group. The groups are dealt one after another, those with the fewest seats
first, each card to a seat with a chance in proportion to the room left there. Such deals would be uniform if the room
open to a group did not depend on the groups before it; so each group is accepted with the ratio of the ways to place
it in the room it found to the ways in the most room it could have found, and else the deal begins anew. Then every
deal has the same probability: the product of all ways in the most room, inverted. No number but the draws is random,
and all are whole, so nothing is rounded.
"""

from __future__ import annotations

from typing import Final

from stammtisch.kernel.bits import count_in, has_in, lowest_in
from stammtisch.kernel.chance import draw
from stammtisch.kernel.compile import kernel
from stammtisch.kernel.record import Row

# Scratch memory: room by place, room left, cards dealt, and the cards of each group of seats.
# A place is a seat, or the deck, which takes the cards that stay undealt and which every group may use.
_DECK: Final = 7
_LEFT: Final = 8
_DEALT: Final = 16
_GROUP: Final = 24
DEALING_SCRATCH: Final = _GROUP + 64


@kernel
def deal_worlds(cards: int, seats: int, spare: int, lacks: Row, stream: Row, scratch: Row, hands: Row) -> None:
    """Add the `cards` to the `hands`, uniformly over all ways in which no seat gets a card that it `lacks`.

    Args:
        cards: At most 63 cards as bits, as many as there is room.
        seats: How many seats there are, at most 6.
        spare: How many of the cards stay undealt.
        lacks: By seat the cards that it cannot hold, as bits.
        stream: Where the draws come from.
        scratch: `DEALING_SCRATCH` words; the first ones hold by seat how many of the cards it gets.
        hands: By seat the cards it holds, as bits; the dealt ones are added.
    """
    scratch[_DECK] = spare
    groups = _group(cards, seats, lacks, scratch)
    while not _deal_all(groups, seats, stream, scratch):
        pass
    for seat in range(seats):
        hands[seat] |= scratch[_DEALT + seat]


@kernel
def _group(cards: int, seats: int, lacks: Row, scratch: Row) -> int:
    """Sort the cards by the seats that may hold them; return the groups that have cards, as bits."""
    for index in range(_GROUP, DEALING_SCRATCH):
        scratch[index] = 0
    groups = 0
    while cards:
        card = lowest_in(cards)
        cards &= cards - 1
        group = 0
        for seat in range(seats):
            if scratch[seat] > 0 and not has_in(lacks[seat], card):
                group |= 1 << seat
        if group:
            scratch[_GROUP + group] |= 1 << card
            groups |= 1 << (group - 1)
        else:
            scratch[_DECK] -= 1  # it can only stay undealt
    return groups


@kernel
def _deal_all(groups: int, seats: int, stream: Row, scratch: Row) -> bool:
    """Try to deal every group, smallest first."""
    for place in range(_DECK + 1):
        scratch[_LEFT + place] = scratch[place]
        scratch[_DEALT + place] = 0
    for size in range(1, seats + 1):
        rest = groups
        while rest:
            group = lowest_in(rest) + 1
            rest &= rest - 1
            if count_in(group) == size:
                if not _accept(group, groups, seats, stream, scratch):
                    return False
                _deal_group(group, seats, stream, scratch)
    return True


@kernel
def _accept(group: int, groups: int, seats: int, stream: Row, scratch: Row) -> bool:
    """Accept the room a group found, with the chance that makes all deals equally likely."""
    size = count_in(scratch[_GROUP + group])
    most = scratch[_DECK]
    found = scratch[_LEFT + _DECK]
    for seat in range(seats):
        if has_in(group, seat):
            most += scratch[seat]
            found += scratch[_LEFT + seat]
    if found < most:
        most -= _forced_inside(group, groups, seats, scratch)
    if found < most:
        for index in range(size):
            if draw(stream, most - index) >= found - index:
                return False
    return True


@kernel
def _forced_inside(group: int, groups: int, seats: int, scratch: Row) -> int:
    """Return how many cards of earlier groups must lie with the seats of this one, wherever else there is room."""
    outside = ((1 << seats) - 1) & ~group
    forced = 0
    some = outside
    while True:
        inside = _cards_of_earlier(group, groups, group | some, scratch)
        for seat in range(seats):
            if has_in(some, seat):
                inside -= scratch[seat]
        forced = max(forced, inside)
        if some == 0:
            return forced
        some = (some - 1) & outside  # the next smaller set of seats outside the group


@kernel
def _cards_of_earlier(group: int, groups: int, seats: int, scratch: Row) -> int:
    """Return how many cards are in groups dealt before this one whose seats are all among those given."""
    cards = 0
    while groups:
        other = lowest_in(groups) + 1
        groups &= groups - 1
        fewer = count_in(other) < count_in(group) or (count_in(other) == count_in(group) and other < group)
        if fewer and other & ~seats == 0:
            cards += count_in(scratch[_GROUP + other])
    return cards


@kernel
def _deal_group(group: int, seats: int, stream: Row, scratch: Row) -> None:
    """Deal the cards of a group, each to a place with a chance in proportion to the room left there."""
    room = scratch[_LEFT + _DECK]
    for seat in range(seats):
        if has_in(group, seat):
            room += scratch[_LEFT + seat]
    cards = scratch[_GROUP + group]
    while cards:
        card = lowest_in(cards)
        cards &= cards - 1
        place = draw(stream, room)
        room -= 1
        seat = 0
        while seat < seats and (not has_in(group, seat) or place >= scratch[_LEFT + seat]):
            if has_in(group, seat):
                place -= scratch[_LEFT + seat]
            seat += 1
        to = seat if seat < seats else _DECK
        scratch[_LEFT + to] -= 1
        scratch[_DEALT + to] |= 1 << card

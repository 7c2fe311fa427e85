"""What Exact hides from whom, from its rules in words and without looking at `view` or `redeal`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from random import Random

from stammtisch.kernel.seats import NONE, UNKNOWN
from tests.sample.exact.notation import card_name
from tests.sample.exact.rules import CARDS, RANKS, Options, Phase, State

_SWAPS = 400  # many times the hidden cards, so that they are well mixed

Place = tuple[str, int]  # "hand" or "aside" of a seat, or "deck"


def reshuffled(s: State, o: Options, viewer: int, random: Random) -> State:
    """Return a position with everything drawn anew that is hidden from the viewer, and still a possible one.

    Hidden are the deck and the other hands, the cards that others put aside until the game is over, and their bids
    until all have decided. Cards change places two by two, and no hand gets a colour that its seat has shown to lack.
    """
    places = {card: place for card, place in _places(s, o) if _is_hidden(s, place, viewer)}
    cards = sorted(places)
    for _ in range(_SWAPS):
        one, two = random.choice(cards), random.choice(cards)
        if _may_lie(s, one, places[two]) and _may_lie(s, two, places[one]):
            places[one], places[two] = places[two], places[one]
    world = s.copy()
    _lay(world, places)
    for seat in range(o.seats):
        if s.phase == Phase.PLAN and seat != viewer and s.bid[seat] != NONE:
            world.bid[seat] = random.randrange(o.hand_size)
    return world


def census(s: State, o: Options) -> list[str]:
    """Return one entry for each card and place it is found in, and one for each public size that is wrong."""
    sizes = {"deck": (s.deck, s.deck_size)}
    sizes |= {f"hand {seat}": (s.hand[seat], s.hand_size[seat]) for seat in range(o.seats)}
    wrong = [f"not {size} cards in {where}" for where, (cards, size) in sizes.items() if cards.bit_count() != size]
    return [card_name(card) for card, _ in _places(s, o)] + wrong


def worlds(v: State, o: Options, seat: int) -> Iterator[State]:
    """Yield every position that fits what the seat sees and what play has shown."""
    placed = {card for card, _ in _places(v, o)}
    unplaced = frozenset(range(CARDS)) - placed
    others = [other for other in range(o.seats) if other != seat]
    bids = [range(o.hand_size) if v.bid[other] == UNKNOWN else [v.bid[other]] for other in others]
    for places in _deals(v, others, unplaced):
        for row in product(*bids):
            world = v.copy()
            _lay(world, places)
            for other, bid in zip(others, row, strict=True):
                world.bid[other] = bid
            yield world


def _places(s: State, o: Options) -> Iterator[tuple[int, Place]]:
    """Yield every card with the place it is in; cards of a trick are among those that their seats have played."""
    for card in range(CARDS):
        if s.deck >> card & 1:
            yield card, ("deck", NONE)
        for seat in range(o.seats):
            if s.hand[seat] >> card & 1:
                yield card, ("hand", seat)
            if s.played[seat] >> card & 1:
                yield card, ("played", seat)
            if s.aside[seat] == card:
                yield card, ("aside", seat)


def _is_hidden(s: State, place: Place, viewer: int) -> bool:
    where, seat = place
    if where == "aside":
        return seat != viewer and s.phase != Phase.OVER
    return where == "deck" or (where == "hand" and seat != viewer)


def _may_lie(s: State, card: int, place: Place) -> bool:
    """Whether play has not shown otherwise: what a seat put aside beforehand may be of any colour."""
    where, seat = place
    return where != "hand" or not s.lacks[seat] >> card // RANKS & 1


def _lay(world: State, places: dict[int, Place]) -> None:
    """Put these cards into their places, and take them out of wherever they were."""
    hidden = sum(1 << card for card in places)
    world.deck &= ~hidden
    for seat in range(len(world.hand)):
        world.hand[seat] &= ~hidden
    for card, (where, seat) in places.items():
        if where == "deck":
            world.deck |= 1 << card
        elif where == "hand":
            world.hand[seat] |= 1 << card
        else:
            world.aside[seat] = card


def _deals(v: State, seats: list[int], cards: frozenset[int]) -> Iterator[dict[int, Place]]:
    """Yield every way to deal the cards to the hands and asides of these seats; what is left over is the deck."""
    if not seats:
        yield dict.fromkeys(cards, ("deck", NONE))
        return
    seat = seats[0]
    for hand in combinations([card for card in sorted(cards) if _may_lie(v, card, ("hand", seat))], v.hand_size[seat]):
        rest = cards.difference(hand)
        for aside in combinations(sorted(rest), int(v.aside[seat] == UNKNOWN)):
            mine = dict.fromkeys(hand, ("hand", seat)) | dict.fromkeys(aside, ("aside", seat))
            for others in _deals(v, seats[1:], rest.difference(aside)):
                yield mine | others

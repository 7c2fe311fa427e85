"""What Gang of Crooks hides from whom, from the rulebook and without looking at `view` or `redeal`.

Hidden are the cards not yet dealt, the hands of the others, what they have laid down to pass, and later which cards
passed between two others. Giver and receiver know the three cards; whoever opens a round has the opening card; and play
shows what a seat lacks, which the position remembers for everybody in `lacks` (the oracle checks that it is right).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations, product
from random import Random

from stammtisch.games.gang.cards import CARDS
from stammtisch.games.gang.notation import write
from stammtisch.games.gang.rules import Options, Phase, State

_SWAPS = 400  # many times the hidden cards, so that they are well mixed
DECK = -1

Place = tuple[str, int]  # the "hand" of a seat, what it has "laid" down to pass, or the "deck"
Places = dict[int, Place]  # by card


def reshuffled(s: State, o: Options, viewer: int, random: Random) -> State:
    """Return a position with everything drawn anew that is hidden from the viewer, and still a possible one."""
    pinned = _pinned(s, o, viewer)
    places = {card: place for card, place in _lying(s, o) if place[1] != viewer and card not in pinned}
    cards = sorted(places)
    for _ in range(_SWAPS if cards else 0):
        one, two = random.choice(cards), random.choice(cards)
        if _may_lie(s, one, places[two]) and _may_lie(s, two, places[one]):
            places[one], places[two] = places[two], places[one]
    world = s.copy()
    lay(world, o, places)
    for giver, receiver in strangers(s, o, viewer):
        world.passed[giver] = _bits(random.sample(cards_in(world.hand[receiver] | world.played[receiver]), 3))
    return world


def census(s: State, o: Options) -> list[str]:
    """Return one entry for each card and place it is found in, and one for each thing that does not add up."""
    found = [card for card, _ in _lying(s, o)]
    found += [s.trick[seat] for seat in range(o.seats) if s.trick[seat] >= 0]
    found += [card for seat in range(o.seats) for card in cards_in(s.taken[seat])]
    return [*map(write, found), *_wrong(s, o)]


def _wrong(s: State, o: Options) -> list[str]:
    """Return what is written down in two ways that do not agree."""
    seats = range(o.seats)
    table = _bits(s.trick[seat] for seat in seats if s.trick[seat] >= 0)
    agree = {
        "deck": s.deck.bit_count() == s.deck_size,
        "played": sum(s.played[seat] for seat in seats) == table + sum(s.taken[seat] for seat in seats),
    }
    for seat in seats:
        agree[f"hand of {seat}"] = s.hand[seat].bit_count() == s.hand_size[seat]
        agree[f"passed by {seat}"] = s.passed[seat].bit_count() == s.passed_size[seat]
        agree[f"played by {seat}"] = s.trick[seat] < 0 or bool(s.played[seat] >> s.trick[seat] & 1)
        if _was_passed(s, o):
            receiver = _receiver(s, o, seat)
            agree[f"received by {receiver}"] = not s.passed[seat] & ~(s.hand[receiver] | s.played[receiver])
    return [f"{what} does not add up" for what, true in agree.items() if not true]


def worlds(v: State, o: Options, seat: int) -> Iterator[State]:
    """Yield every position that fits what the seat sees and what play has shown."""
    for places in deals(v, o, seat):
        world = v.copy()
        lay(world, o, places)
        pairs = strangers(v, o, seat)
        posts = [cards_in(world.hand[receiver] | world.played[receiver]) for _, receiver in pairs]
        for row in product(*(map(_bits, combinations(post, 3)) for post in posts)):
            other = world.copy()
            for (giver, _), cards in zip(pairs, row, strict=True):
                other.passed[giver] = cards
            yield other


def deals(v: State, o: Options, seat: int) -> Iterator[Places]:
    """Yield every way in which the cards that the seat does not hold, and has not seen, may lie."""
    pinned = _pinned(v, o, seat)
    seats = range(o.seats)
    mine = v.hand[seat] | (v.passed[seat] if v.phase == Phase.PASS else 0) if seat in seats else 0
    seen = mine | sum(v.played[other] for other in seats)
    unseen = [card for card in cards_in(o.deck & ~seen) if card not in pinned]
    rooms: dict[Place, int] = {("deck", DECK): v.deck_size}
    for other in seats:
        if other != seat:
            rooms["hand", other] = v.hand_size[other] - sum(place == ("hand", other) for place in pinned.values())
            rooms["laid", other] = v.passed_size[other] if v.phase == Phase.PASS else 0
    rooms = {place: room for place, room in rooms.items() if room}
    may = {card: _bits(number for number, place in enumerate(rooms) if _may_lie(v, card, place)) for card in unseen}
    for numbers in _spread(unseen, may, tuple(rooms.values())):
        yield pinned | {card: list(rooms)[number] for card, number in numbers.items()}


def _spread(cards: list[int], may: dict[int, int], rooms: tuple[int, ...]) -> Iterator[dict[int, int]]:
    """Yield every way to put the cards into numbered places where they may lie and there is room, never in vain."""
    if not _fit(tuple(sorted(may[card] for card in cards)), rooms):
        return
    if not cards:
        yield {}
        return
    for number, room in enumerate(rooms):
        if room and may[cards[0]] >> number & 1:
            for rest in _spread(cards[1:], may, (*rooms[:number], room - 1, *rooms[number + 1 :])):
                yield rest | {cards[0]: number}


@cache
def _fit(wishes: tuple[int, ...], rooms: tuple[int, ...]) -> bool:
    """Whether every card finds a place: nowhere must more cards share some places than there is room."""
    return all(
        sum(wish & ~places == 0 for wish in wishes)
        <= sum(room for number, room in enumerate(rooms) if places >> number & 1)
        for places in range(1 << len(rooms))
    )


def _lying(s: State, o: Options) -> Iterator[tuple[int, Place]]:
    """Yield every card that has not been played, with the place it is in."""
    for card in cards_in(s.deck):
        yield card, ("deck", DECK)
    for seat in range(o.seats):
        for card in cards_in(s.hand[seat]):
            yield card, ("hand", seat)
        for card in cards_in(s.passed[seat]) if s.phase == Phase.PASS else ():
            yield card, ("laid", seat)


def _pinned(s: State, o: Options, viewer: int) -> Places:
    """Return the cards of others that the viewer can place: those it passed, and the one that must open the round."""
    pinned: Places = {}
    played = sum(s.played[seat] for seat in range(o.seats))
    if viewer in range(o.seats) and _was_passed(s, o):
        receiver = _receiver(s, o, viewer)
        pinned = dict.fromkeys(cards_in(s.passed[viewer] & ~played), ("hand", receiver))
    if s.phase == Phase.PLAY and not played and s.leader != viewer:
        pinned[min(cards_in(o.deck))] = ("hand", s.leader)
    return pinned


def _was_passed(s: State, o: Options) -> bool:
    """Whether cards have changed hands in this round."""
    return s.phase not in (Phase.DEAL, Phase.PASS) and s.round_number % o.seats != 0


def _receiver(s: State, o: Options, giver: int) -> int:
    return (giver + s.round_number) % o.seats


def strangers(s: State, o: Options, viewer: int) -> list[tuple[int, int]]:
    """Return givers and receivers who alone know which cards passed between them."""
    pairs = [(giver, _receiver(s, o, giver)) for giver in range(o.seats)] if _was_passed(s, o) else []
    return [pair for pair in pairs if viewer not in pair]


def _may_lie(s: State, card: int, place: Place) -> bool:
    where, seat = place
    return where != "hand" or not s.lacks[seat] >> card & 1


def lay(world: State, o: Options, places: Places) -> None:
    """Put these cards into their places, and take them out of wherever they were."""
    away = ~_bits(places)
    world.deck &= away
    for seat in range(o.seats):
        world.hand[seat] &= away
        if world.phase == Phase.PASS:
            world.passed[seat] &= away
    for card, (where, seat) in places.items():
        if where == "deck":
            world.deck |= 1 << card
        elif where == "hand":
            world.hand[seat] |= 1 << card
        else:
            world.passed[seat] |= 1 << card


def cards_in(bits: int) -> list[int]:
    """Return the cards of a set, lowest first."""
    return [card for card in range(CARDS) if bits >> card & 1]


def _bits(cards: Iterable[int]) -> int:
    return sum(1 << card for card in cards)

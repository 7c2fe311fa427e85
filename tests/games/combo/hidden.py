"""What Combination Race hides from whom, from the rulebook and without looking at `view` or `redeal`.

Hidden are the pile, the other hands as far as they were not taken openly, and in the base game the start placements of
others until all have one. Everybody remembers from which shuffle a card came and who has drawn how many of it, so cards
change places only with others of the same shuffle. And whoever has announced a combination, or given the first of
several cards from low to high, has shown that his hand has what must follow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, product
from random import Random

from stammtisch.games.combo.cards import CARDS, COLOURS
from stammtisch.games.combo.notation import write
from stammtisch.games.combo.position import SEATS, SHUFFLES, Options, Phase, State
from stammtisch.kernel import NONE, Row
from tests.games.combo.naive import HEIGHT, KINDS, ascending, found
from tests.games.combo.situation import BASE_STARTS

_SWAPS = 300  # many times the hidden cards, so that they are well mixed
PILE = -1

Deal = dict[int, tuple[int, ...]]  # by seat, or the pile: cards that lie there


def reshuffled(s: State, o: Options, viewer: int, random: Random) -> State:
    """Return a position with everything drawn anew that is hidden from the viewer, and still a possible one."""
    world = s.copy()
    groups = [group for group in _unseen(s, o, viewer) if len(group) > 1]
    places = {card: place for place in _places(o, viewer) for card in cards_in(_zone(s, place))}
    for _ in range(_SWAPS if groups else 0):
        one, two = random.sample(random.choice(groups), 2)
        _swap(world, places, one, two)
        if s.turn != viewer and not _goes_on(world):
            _swap(world, places, one, two)
    for seat in range(o.seats):
        if _is_sealed(s, o, seat) and seat != viewer:
            world.start[seat] = random.randrange(len(BASE_STARTS))
    return world


def _swap(world: State, places: dict[int, int], one: int, two: int) -> None:
    _move(one, _zone(world, places[one]), _zone(world, places[two]))
    _move(two, _zone(world, places[two]), _zone(world, places[one]))
    places[one], places[two] = places[two], places[one]


def _move(card: int, here: Row, there: Row) -> None:
    here[card // 13] &= ~(1 << card % 13)
    there[card // 13] |= 1 << card % 13


def _zone(s: State, place: int) -> Row:
    return s.pile if place == PILE else s.hand[place]


def _places(o: Options, viewer: int) -> list[int]:
    return [PILE, *(seat for seat in range(o.seats) if seat != viewer)]


def _unseen(s: State, o: Options, viewer: int) -> list[list[int]]:
    """Return the cards that nobody but others has seen, by shuffle."""
    own = cards_in(s.hand[viewer]) if viewer in range(o.seats) else []
    return [[card for card in cards_in(cards) if card not in own] for cards in _shuffles(s)]


def _shuffles(s: State) -> list[Row]:
    return [s.hidden[number] for number in range(SHUFFLES)]


def _is_sealed(s: State, o: Options, seat: int) -> bool:
    return s.phase == Phase.START and not o.expert and s.start[seat] != NONE


def _goes_on(s: State) -> bool:
    """Whether the seat whose turn it is has what must follow."""
    follow = _followers(s)
    return follow is None or next(follow(cards_in(s.hand[s.turn])), None) is not None


def _followers(s: State) -> Callable[[Iterable[int]], Iterator[list[int]]] | None:
    """Return a function that picks out of cards all that may follow in this decision, or nothing if nothing must."""
    if s.phase == Phase.LAY:
        kind, laid = KINDS[s.kind], list(ascending(map(write, cards_in(s.laid))))
        return lambda cards: (
            [_CARD[text] for text in row[len(laid) :]]
            for row in map(ascending, found(kind, laid + [write(card) for card in cards]))
            if list(row[: len(laid)]) == laid
        )
    if s.phase == Phase.DISCARD and s.chosen > 0:
        last, owed = HEIGHT[write(s.last)], s.owed
        return lambda cards: map(list, combinations([card for card in cards if HEIGHT[write(card)] > last], owed))
    return None


_CARD = {write(card): card for card in range(CARDS)}


def worlds(v: State, o: Options, seat: int) -> Iterator[State]:
    """Yield every position that fits what the seat sees and what play has shown."""
    groups = _unseen(v, o, seat)
    starts = [
        range(len(BASE_STARTS)) if _is_sealed(v, o, other) and other != seat else [v.start[other]]
        for other in range(o.seats)
    ]
    others = [other for other in range(o.seats) if other != seat]
    for deal in _deals(v, groups, others):
        for row in product(*starts):
            world = v.copy()
            for place in _places(o, seat):
                taken = cards_in(v.taken[place]) if place != PILE else []
                _fill(_zone(world, place), [*taken, *deal.get(place, ())])
            for other in range(SEATS):
                world.start[other] = row[other] if other < o.seats else 0
            yield world


def _deals(v: State, groups: list[list[int]], others: list[int]) -> Iterator[Deal]:
    """Yield every way in which the cards of each shuffle may lie; first the hand that must fit what it has shown."""
    follow = _followers(v) if v.turn in others else None
    if follow is None:
        yield from _spread(v, groups, others)
        return
    rest = [other for other in others if other != v.turn]
    for hand in _fitting_hands(v, groups, follow):
        for deal in _spread(v, [[card for card in group if card not in hand] for group in groups], rest):
            yield deal | {v.turn: tuple(hand)}


def _fitting_hands(
    v: State, groups: list[list[int]], follow: Callable[[Iterable[int]], Iterator[list[int]]]
) -> Iterator[frozenset[int]]:
    """Yield every hand of whoever's turn it is that has what must follow, without what was taken openly."""
    seen = set()
    rooms = [v.drawn[v.turn][number] for number in range(len(groups))]
    taken = cards_in(v.taken[v.turn])
    for needed in follow(
        [*taken, *(card for group, room in zip(groups, rooms, strict=True) if room for card in group)]
    ):
        parts = [[card for card in group if card in needed] for group in groups]
        if all(len(part) <= room for part, room in zip(parts, rooms, strict=True)):
            fills = [
                combinations([card for card in group if card not in part], room - len(part))
                for group, part, room in zip(groups, parts, rooms, strict=True)
            ]
            for fill in product(*fills):
                hand = frozenset(card for part in (*parts, *fill) for card in part)
                if hand not in seen:
                    seen.add(hand)
                    yield hand


def _spread(v: State, groups: list[list[int]], others: list[int], number: int = 0) -> Iterator[Deal]:
    """Yield every way to deal the cards of each shuffle to those who have drawn so many of it; the rest is the pile."""
    if number == len(groups):
        yield {}
        return
    rooms = [(other, v.drawn[other][number]) for other in others]
    for rest in _spread(v, groups, others, number + 1):
        for part in _deal_out(groups[number], rooms):
            yield {place: rest.get(place, ()) + part.get(place, ()) for place in {*rest, *part}}


def _deal_out(cards: list[int], rooms: list[tuple[int, int]]) -> Iterator[Deal]:
    if not rooms:
        yield {PILE: tuple(cards)}
        return
    (seat, room), *others = rooms
    for hand in combinations(cards, room):
        for deal in _deal_out([card for card in cards if card not in hand], others):
            yield deal | {seat: hand}


def _fill(zone: Row, cards: Iterable[int]) -> None:
    for colour in range(COLOURS):
        zone[colour] = 0
    for card in cards:
        zone[card // 13] |= 1 << card % 13


def cards_in(zone: Row) -> list[int]:
    """Return the cards of a set."""
    return [13 * colour + rank for colour in range(COLOURS) for rank in range(13) if zone[colour] >> rank & 1]


def names_in(zone: Row) -> frozenset[str]:
    """Return the cards of a set as texts."""
    return frozenset(map(write, cards_in(zone)))


def census(s: State, o: Options) -> list[str]:
    """Return one entry for each card and stone in each place it is found in, and one for each thing that is wrong."""
    zones = [s.pile, s.display, s.discards, s.laid, *(s.hand[seat] for seat in range(o.seats))]
    stones = [f"stone {number} of {seat}" for seat in range(o.seats) for number in range(_stones(s, o, seat))]
    return [write(card) for zone in zones for card in cards_in(zone)] + stones + list(_wrong(s, o))


def _stones(s: State, o: Options, seat: int) -> int:
    """Return how many stones a seat has; the last one of all may lie where several are wanted."""
    full = sum(o.stones[level] for row in range(4) for level in range(1, s.level[seat][row] + 1))
    left, placed = s.active[seat] + s.reserve[seat], full + 2 * s.level[seat][4]
    most = max(2, *(o.stones[level] for level in range(1, o.levels + 1)))
    return o.each if left == 0 and not o.expert and o.each <= placed < o.each + most else placed + left


def _wrong(s: State, o: Options) -> Iterator[str]:
    """Yield what is written down in two ways that do not agree."""
    hands = [set(cards_in(s.hand[seat])) for seat in range(o.seats)]
    pile, seats = set(cards_in(s.pile)), range(o.seats)
    hidden = [set(cards_in(cards)) for cards in _shuffles(s)]
    agree = {
        "pile": len(pile) == s.pile_size,
        "display": len(cards_in(s.display)) == s.display_size,
        "shuffles": len(set().union(*hidden)) == sum(map(len, hidden)),
        "the newest shuffle": hidden[0] - set().union(*hands) == pile,
        "older shuffles": set().union(*hidden[1:]) <= set().union(*hands),
    }
    for seat in seats:
        taken = set(cards_in(s.taken[seat]))
        drawn = [len(hands[seat] & cards) for cards in hidden]
        agree[f"hand of {seat}"] = len(hands[seat]) == s.hand_size[seat]
        agree[f"taken by {seat}"] = taken == hands[seat] - set().union(*hidden)
        agree[f"drawn by {seat}"] = drawn == [s.drawn[seat][number] for number in range(len(hidden))]
    yield from (f"{what} does not add up" for what, true in agree.items() if not true)

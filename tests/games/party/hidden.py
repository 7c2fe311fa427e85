"""What Costume Party hides from whom, from the rulebook and without looking at `view` or `redeal`.

Of each set of thirteen, the cards are hidden that lie in the pile, in the hand, face down to be played, and face down
in the display until the game is counted. Their owner knows where each of them is, nobody else does; but everybody knows
what is left of a set, that nothing of Paul's is anywhere but in his pile, and that no king lies face down in a display.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from random import Random
from typing import NamedTuple

from stammtisch.games.party.position import KING, Options, Phase, State
from stammtisch.kernel.seats import UNKNOWN

SET = frozenset(range(1, KING + 1))
COUNTED = (Phase.SCORED, Phase.OVER)


class Lying(NamedTuple):
    """Where the hidden cards of one guest lie."""

    pile: frozenset[int]
    hand: frozenset[int]
    sealed: frozenset[int]  # the card to be played, chosen and not yet open
    down: frozenset[int]  # the face-down card of the display


def reshuffled(s: State, o: Options, viewer: int, random: Random) -> State:
    """Return a position with everything drawn anew that is hidden from the viewer, and still a possible one."""
    world = s.copy()
    for guest in range(o.guests):
        if not _knows(o, viewer, guest):
            places = lying(s, guest)
            cards = sorted(frozenset().union(*places))
            random.shuffle(cards)
            while places.down and cards[0] == KING:
                random.shuffle(cards)
            rest = iter(cards)
            down, sealed, hand, pile = (frozenset(next(rest) for _ in place) for place in reversed(places))
            lay(world, guest, Lying(pile, hand, sealed, down))
    return world


def _knows(o: Options, viewer: int, guest: int) -> bool:
    return viewer == guest or guest >= o.seats


def lying(s: State, guest: int) -> Lying:
    """Return where the cards of a guest lie that nobody else has seen; in a view, those that the viewer can place."""
    sealed = s.phase == Phase.PLAY and s.played[guest] >= 0
    down = s.phase not in COUNTED and s.face_down[guest] >= 0
    return Lying(
        cards_in(s.pile[guest]),
        cards_in(s.hand[guest]),
        frozenset({s.played[guest]} if sealed else ()),
        frozenset({s.face_down[guest]} if down else ()),
    )


def lay(world: State, guest: int, places: Lying) -> None:
    """Put the cards of a guest there."""
    world.pile[guest] = bits(places.pile)
    world.hand[guest] = bits(places.hand)
    for card in places.sealed:
        world.played[guest] = card
    for card in places.down:
        world.face_down[guest] = card


def census(s: State, o: Options) -> list[str]:
    """Return one entry for each card and place it is found in, and one for each thing that does not add up."""
    found = []
    for guest in range(o.guests):
        cards = [*cards_in(s.shown[guest]), *(card for place in lying(s, guest) for card in place)]
        found += [f"{guest}: {card}" for card in cards]
    return found + [f"{what} does not add up" for what, true in _sums(s, o).items() if not true]


def _sums(s: State, o: Options) -> dict[str, bool]:
    """Return what is written down in two ways, and whether they agree."""
    guests = range(o.guests)
    agree = {}
    for card in SET:
        opened = s.phase != Phase.PLAY and sum(s.played[guest] == card for guest in guests)
        opened += s.phase in COUNTED and sum(s.face_down[guest] == card for guest in guests)
        displayed = sum(s.display[guest] >> card & 1 for guest in guests)
        seen = sum(s.shown[guest] >> card & 1 for guest in guests)
        agree[f"{card}"] = seen == s.floor[card] + displayed + s.gone[card] + opened
        agree[f"{card} on the floor"] = (s.floor[card] > 0) == bool(s.floor_values >> card & 1)
    for guest in guests:
        agree[f"pile of {guest}"] = len(cards_in(s.pile[guest])) == s.pile_size[guest]
        agree[f"hand of {guest}"] = len(cards_in(s.hand[guest])) == s.hand_size[guest]
    return agree


def worlds(v: State, o: Options, seat: int) -> Iterator[State]:
    """Yield every position that fits what the seat sees and what play has shown."""
    strangers = [guest for guest in range(o.guests) if not _knows(o, seat, guest)]
    return _with_hidden_cards(v, strangers)


def _with_hidden_cards(v: State, strangers: list[int]) -> Iterator[State]:
    """Yield a view with the cards of these guests laid in every way."""
    if not strangers:
        yield v.copy()
        return
    for world in _with_hidden_cards(v, strangers[1:]):
        for places in deals(v, strangers[0]):
            other = world.copy()
            lay(other, strangers[0], places)
            yield other


def deals(v: State, guest: int) -> Iterator[Lying]:
    """Yield every way in which the cards of a guest may lie that the viewer has not seen."""
    known = lying(v, guest)
    unplaced = SET.difference(cards_in(v.shown[guest]), *known)
    for down in combinations(sorted(unplaced - {KING}), int(v.face_down[guest] == UNKNOWN)):
        left = unplaced.difference(down)
        for sealed in combinations(sorted(left), int(v.played[guest] == UNKNOWN)):
            rest = left.difference(sealed)
            for hand in combinations(sorted(rest), v.hand_size[guest] - len(known.hand)):
                pile = rest.difference(hand)
                yield Lying(
                    known.pile | pile, known.hand | set(hand), known.sealed | set(sealed), known.down | set(down)
                )


def cards_in(cards: int) -> frozenset[int]:
    """Return the cards of a set."""
    return frozenset(card for card in SET if cards >> card & 1)


def bits(cards: Iterable[int]) -> int:
    """Return cards as a set."""
    return sum(1 << card for card in cards)

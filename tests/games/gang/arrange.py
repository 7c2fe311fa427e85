"""Tables arranged by text, for the tests of Gang of Crooks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from stammtisch import Table
from stammtisch.games.gang import notation
from stammtisch.games.gang.rules import Phase
from tests.games.gang.cards import COLOURS, PACK, REMOVED, colour, is_penalty, value

ONE_COLOUR_EACH: Final = "0: g0-12 | 1: b0-12 | 2: r0-12 | 3: k0-12"

# By seats: hands with which seat 0 takes every trick if `sweep` plays, and with which it loses only the last one.
EVERYTHING: Final = {
    3: "0: g1-12 b9-12 | 1: b1-4 k1-6 r1-6 | 2: b5-8 k7-12 r7-12",
    4: "0: g0-12 | 1: b0-12 | 2: k0-5 r6-12 | 3: k6-12 r0-5",
    5: "0: g3-12 | 1: g0 b1-9 | 2: g1 b10-12 k0-5 | 3: g2 k6-9 r1-5 | 4: k10-12 r6-12",
    6: "0: g5-12 | 1: g1 b1-7 | 2: g2 b8-12 k1-2 | 3: g3 k3-6 r1-3 | 4: g4 k7-9 r4-7 | 5: k10-12 r8-12",
}
ALL_BUT_THE_LAST: Final = {
    3: "0: g1-12 b10-12 b1 | 1: b2-5 k1-6 r1-6 | 2: b6-9 k7-12 r7-12",
    4: "0: g1-12 b0 | 1: g0 b1-12 | 2: k0-5 r6-12 | 3: k6-12 r0-5",
    5: "0: g4-12 b1 | 1: g0 b2-10 | 2: g1 b11-12 g3 k0-5 | 3: g2 k6-9 r1-5 | 4: k10-12 r6-12",
    6: "0: g6-12 b1 | 1: g1 b2-8 | 2: g2 b9-12 g5 k1-2 | 3: g3 k3-6 r1-3 | 4: g4 k7-9 r4-7 | 5: k10-12 r8-12",
}


@dataclass(frozen=True)
class Stacked:
    """NATURE with a stacked deck for the first rounds; later ones are dealt from the lowest card up."""

    cards: Sequence[int]

    def choose(self, number: int, actions: Sequence[int]) -> int:
        """Return the next card."""
        return self.cards[number] if number < len(self.cards) else actions[0]


def gang(*hands: str, play: str = "", seats: int = 4, **choices: Any) -> Table:
    """Return a table at which this has been dealt and played; nobody passes cards unless `first_round` says so.

    Args:
        hands: For each round, what seats are dealt, such as `0: g0-12 | 1: k3 r10`; other cards fill up the hands.
        play: What each seat did, such as `0: g0 | 1: b5`; three cards to pass are given together.
        seats: How many there are.
        choices: The options that differ from their defaults.
    """
    deck = [notation.read(card) for text in hands for card in stack(text, seats)]
    table = Table("gang", seed=7, nature=Stacked(deck), seats=seats, **{"first_round": seats} | choices)
    carry_on(table, play)
    return table


def shuffled(seed: int, seats: int) -> Table:
    """Return a table for one round without passing, at which cards are dealt that no change of our chance changes."""
    deck = [notation.read(card) for card in stack("", seats)]
    Random(seed).shuffle(deck)
    return Table("gang", seed=7, nature=Stacked(deck), seats=seats, rounds=1, first_round=seats)


def later(hands: str, play: str = "") -> Table:
    """Return a table at which seat 0 leads, as if the first trick were over."""
    table = gang(hands)
    table.position.tricks = 1
    table.position.leader = table.position.turn = 0
    table.position.waits = 1
    carry_on(table, play)
    return table


def carry_on(table: Table, play: str) -> None:
    """Play on at a table, in the same form."""
    for part in filter(None, play.split("|")):
        seat, _, actions = part.partition(":")
        table.play(int(seat), *actions.split())


def sweep(table: Table) -> None:
    """Play to the end of the round or to the choice: leaders lead green, the others throw away penalties first."""

    def urge(card: str, leads: bool) -> tuple[int, ...]:  # noqa: FBT001  # see play_out
        place = COLOURS.index(colour(card))
        return (place, -value(card)) if leads else (1 - is_penalty(card), -place, -value(card))

    rollout(table, urge)


def duck(table: Table) -> None:
    """Play to the end of the round or to the choice: everybody plays low cards."""
    rollout(table, lambda card, _: (value(card), COLOURS.index(colour(card))))


def rollout(table: Table, urge: Callable[[str, bool], tuple[int, ...]]) -> None:
    """Play to the end of the round or to the choice: everybody plays the card with the least `urge`.

    Args:
        table: Where.
        urge: From a card, and whether it would be led, to its place in the order.
    """
    number = table.position.round_number
    while not table.over and table.position.round_number == number and table.position.phase != Phase.CHOICE:
        [seat] = table.waiting
        leads = table.position.leader == seat
        table.play(seat, min(table.legal(seat), key=lambda card: urge(card, leads)))


def stack(text: str, seats: int) -> list[str]:
    """Return the deck that deals these hands, filled up with the other cards from the lowest up."""
    hands: list[list[str]] = [[] for _ in range(seats)]
    for part in filter(None, text.split("|")):
        seat, _, cards = part.partition(":")
        hands[int(seat)] = cards_of(cards)
    rest = [card for card in PACK if card not in REMOVED[seats] and not any(card in hand for hand in hands)]
    each = (52 - len(REMOVED[seats])) // seats
    for cards_held in hands:
        while len(cards_held) < each:
            cards_held.append(rest.pop(0))
    return [hands[number % seats][number // seats] for number in range(each * seats)]


def cards_of(text: str) -> list[str]:
    """Return the cards in a text such as `g0 k3-5`."""
    cards = []
    for word in text.split():
        low, _, high = word[1:].partition("-")
        cards += [f"{word[0]}{number}" for number in range(int(low), int(high or low) + 1)]
    return cards


def hand(table: Table, seat: int) -> set[str]:
    """Return the cards that a seat holds."""
    return texts(table.position.hand[seat])


def texts(bits: int) -> set[str]:
    """Return a set of cards as texts."""
    return {card for card in PACK if bits >> notation.read(card) & 1}

"""Ways to play a match of Gang of Crooks on the oracle: at random, or so that somebody unites the gang."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final, TypeAlias

from tests.games.gang.cards import COLOURS, colour, is_penalty, value
from tests.games.gang.oracle import Actor, Oracle

Policy: TypeAlias = Callable[[Oracle], tuple[Actor, str]]

KINDS: Final = ("any", "every trick", "all but the last trick")


def at_random(random: Random) -> Policy:
    """Return a policy that takes anybody who is waited for, and anything that is legal."""

    def step(oracle: Oracle) -> tuple[Actor, str]:
        who = random.choice(oracle.waiting)
        return who, random.choice(sorted(oracle.legal(who)))

    return step


class Uniting:
    """A policy that deals one seat, the hero, the cards to unite the gang in most rounds, and plays towards it.

    The hero holds all high green cards and then blue ones, so nobody takes a trick that it leads; or the lowest blue
    card instead of one of them, which it keeps to the end. The others throw away their penalties as soon as they may.
    """

    def __init__(self, random: Random) -> None:
        self.random = random
        self.plain = at_random(random)
        self.kind = ""
        self.hero = 0
        self.deal: list[str] = []  # cards in the order in which they are dealt
        self.to_pass: list[list[str]] = []  # by giver

    def __call__(self, oracle: Oracle) -> tuple[Actor, str]:
        """Return the next step."""
        if len(oracle.deck) == len(oracle.pack):
            self._plan(oracle)
        if self.kind == "any" or oracle.chapter in ("TRICK", "ROUND", "CHOICE", "SCORED"):
            return self.plain(oracle)
        if oracle.chapter == "DEAL":
            return "nature", self.deal[len(oracle.pack) - len(oracle.deck)]
        seat = self.random.choice(oracle.waiting)
        assert isinstance(seat, int)
        if oracle.chapter == "PASS":
            return seat, self.to_pass[seat][len(oracle.laid[seat])]
        return seat, self._card(oracle, seat)

    def _plan(self, oracle: Oracle) -> None:
        """Fix the hands for the play, and from them what was dealt and passed."""
        self.kind = self.random.choice(KINDS)
        self.hero = self.random.choice(oracle.seats)
        each = len(oracle.pack) // len(oracle.seats)
        best = sorted(oracle.pack, key=lambda card: (COLOURS.index(colour(card)), -value(card)))
        mine = best[:each]
        if self.kind == "all but the last trick":
            mine[-1] = min((card for card in oracle.pack if colour(card) == "b"), key=value)
        rest = [card for card in oracle.pack if card not in mine]
        self.random.shuffle(rest)
        hands = [mine if seat == self.hero else [rest.pop() for _ in range(each)] for seat in oracle.seats]
        for hand in hands:
            self.random.shuffle(hand)
        if oracle.distance:
            received = [hand[:3] for hand in hands]
            self.to_pass = [received[(giver + oracle.distance) % len(hands)] for giver in oracle.seats]
            hands = [hand[3:] + self.to_pass[seat] for seat, hand in enumerate(hands)]
        self.deal = [hands[number % len(hands)][number // len(hands)] for number in range(len(oracle.pack))]

    def _card(self, oracle: Oracle, seat: int) -> str:
        cards = sorted(oracle.legal(seat), key=lambda card: (COLOURS.index(colour(card)), -value(card)))
        if seat == self.hero:
            return cards[0]
        return min(cards, key=lambda card: (not is_penalty(card), colour(card) == "b", -value(card)))

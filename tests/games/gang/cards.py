"""The cards of Gang of Crooks as texts such as `g0` and `k12`, and which of them may be played: from the rulebook."""

from __future__ import annotations

from typing import Final, NamedTuple

COLOURS: Final = ("g", "b", "r", "k")  # green, blue, red and black: the crooks
PACK: Final = tuple(f"{colour}{value}" for colour in COLOURS for value in range(13))
POLITICIAN: Final = "r10"
REMOVED: Final = {3: ("g0", "b0", "r0", "k0"), 4: (), 5: ("r0", "b0"), 6: ("g0", "b0", "r0", "k0")}  # by seats


class Moment(NamedTuple):
    """All that the rules of play ask about, beside the hand of the seat that plays."""

    opening: str | None  # the card that must open the round, while it has not been played
    led: str | None  # the colour led, or nothing led yet
    first_trick: bool
    broken: bool


class Play(NamedTuple):
    """A card as it was played."""

    seat: int
    card: str
    moment: Moment


def colour(card: str) -> str:
    """Return the letter of a card's colour."""
    return card[0]


def value(card: str) -> int:
    """Return a card's number."""
    return int(card[1:])


def is_penalty(card: str) -> bool:
    """Whether a card counts against whoever takes it."""
    return colour(card) == "k" or card == POLITICIAN


def objection(hand: list[str], card: str, now: Moment) -> str:
    """Return the rule that forbids to play a card of this hand now, or OK."""
    if now.opening is not None:
        return "OK" if card == now.opening else "OPENING_CARD_FIRST"
    if now.led is None:
        only_crooks = all(colour(held) == "k" for held in hand)
        return "OK" if colour(card) != "k" or now.broken or only_crooks else "CROOKS_NOT_BROKEN"
    if colour(card) == now.led:
        return "OK"
    if any(colour(held) == now.led for held in hand):
        return "MUST_FOLLOW_COLOUR"
    if now.first_trick and is_penalty(card) and not all(is_penalty(held) for held in hand):
        return "NO_PENALTY_IN_FIRST_TRICK"
    return "OK"

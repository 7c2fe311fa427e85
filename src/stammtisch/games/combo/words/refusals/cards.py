"""Why a card cannot be chosen at Combination Race: where it lies instead, or what would fit."""

from __future__ import annotations

from enum import IntEnum

from stammtisch.core.language import Reader, Say
from stammtisch.games.combo.cards import COLOURS, RANKS, has_card
from stammtisch.games.combo.combinations import FLUSH, STRAIGHT, fitting
from stammtisch.games.combo.position import Phase, Rule, State
from stammtisch.games.combo.words.names import card_told, cards_in, cards_told, combination_name


def explain_card(rule: IntEnum, v: State, seat: int, card: int, reader: Reader) -> str:
    """Say why this card cannot be the next one."""
    say, name = reader.say, card_told(card, reader)
    match rule:
        case Rule.CARD_NOT_IN_HAND:
            return _explain_hand(v, card, name, say)
        case Rule.CARD_NOT_IN_DISPLAY:
            cards = cards_told(cards_in(v.display), reader)
            return say("The {card} does not lie in the display; these do: {cards}.", card=name, cards=cards)
        case Rule.LOW_TO_HIGH:
            return say(
                "Cards of one choice are named in the order in which they lie: the {card} comes before the {last}.",
                card=name,
                last=card_told(v.last, reader),
            )
        case _ if v.phase == Phase.LAY:
            return f"{_explain_combination(v, card, name, reader)} {_fits(v, seat, reader)}"
        case _:
            return say.count(
                "{number} card is still to be chosen, and none lies behind the {card}.",
                "{number} cards are still to be chosen, and too few lie behind the {card}.",
                v.owed,
                card=name,
            )


def _explain_hand(v: State, card: int, name: str, say: Say) -> str:
    if has_card(v.laid, card):
        return say("You have laid the {card} already.", card=name)
    if has_card(v.display, card):
        return say("The {card} lies in the display, not in your hand.", card=name)
    if has_card(v.discards, card):
        return say("The {card} lies on the discards, not in your hand.", card=name)
    return say("The {card} is not in your hand.", card=name)


def _explain_combination(v: State, card: int, name: str, reader: Reader) -> str:
    """Say what the combination wants, and this card is not."""
    say, value = reader.say, card % RANKS + 1
    if v.kind == FLUSH and v.chosen > 0 and card // RANKS != v.last // RANKS:
        return say("A flush has one colour, and it began with the {last}.", last=card_told(v.last, reader))
    if v.kind == FLUSH:
        return say("After the {card} you hold too few higher cards of its colour.", card=name)
    if v.kind == STRAIGHT and v.chosen > 0:
        return say("The straight goes on with the value {value}.", value=v.last % RANKS + 2)
    if v.kind == STRAIGHT:
        return say("You hold no five values in a row that begin with {value}.", value=value)
    combination = combination_name(v.kind, say)
    return say("{combination}: with the {card} next it cannot be completed.", combination=combination, card=name)


def _fits(v: State, seat: int, reader: Reader) -> str:
    fits = [fitting(v.hand[seat], v.laid, v.kind, v.chosen, v.last, colour) for colour in range(COLOURS)]
    return reader.say("These fit now: {cards}.", cards=cards_told(cards_in(fits), reader))

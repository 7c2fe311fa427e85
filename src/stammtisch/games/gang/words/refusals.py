"""Why an action is refused at Gang of Crooks, each time with the fact behind it."""

from __future__ import annotations

from enum import IntEnum

from stammtisch.core.language import Reader
from stammtisch.games.gang.cards import CROOKS, POLITICIAN, VALUES
from stammtisch.games.gang.rules import Options, Phase, Rule, State
from stammtisch.games.gang.words.log import over
from stammtisch.games.gang.words.people import card_name, short_name


def explain(rule: IntEnum, v: State, o: Options, seat: int, action: int, reader: Reader) -> str:
    """Say why the action was refused."""
    say = reader.say
    match rule:
        case Rule.GAME_OVER:
            return over(v, o, reader)
        case Rule.CARD_NOT_IN_HAND:
            return _explain_hand(v, o, seat, action, reader)
        case Rule.OPENING_CARD_FIRST:
            return say("You hold {card}, and it opens the round.", card=short_name(o.opening, say))
        case Rule.MUST_FOLLOW_COLOUR:
            return (
                say("Green was led, and you still hold green."),
                say("Blue was led, and you still hold blue."),
                say("Red was led, and you still hold red."),
                say("A crook was led, and you still hold crooks."),
            )[v.trick[v.leader] // VALUES]
        case Rule.NO_PENALTY_IN_FIRST_TRICK if action == POLITICIAN:
            return say("The politician stays out of the first trick while you hold a harmless card.")
        case Rule.NO_PENALTY_IN_FIRST_TRICK:
            return say("Crooks stay out of the first trick while you hold a harmless card.")
        case Rule.CROOKS_NOT_BROKEN:
            return _explain_crooks(v, seat, reader)
        case _:
            return _explain_moment(rule, v, reader)


def _explain_hand(v: State, o: Options, seat: int, action: int, reader: Reader) -> str:
    say, card = reader.say, card_name(action, reader.say)
    if not o.deck >> action & 1:
        return say("When so many play, {card} stays in the box.", card=card)
    if v.played[seat] >> action & 1:
        return say("You have played {card} in this round already.", card=card)
    if v.passed[seat] >> action & 1:
        return say("You have given {card} away in this round.", card=card)
    return say("You do not hold {card}.", card=card)


def _explain_crooks(v: State, seat: int, reader: Reader) -> str:
    if v.hand[seat] & ~CROOKS == 1 << POLITICIAN:
        return reader.say("No crook has been played in this round, so you have to lead the politician.")
    return reader.say("No crook has been played in this round, so you may not lead one while you hold other cards.")


def _explain_moment(rule: IntEnum, v: State, reader: Reader) -> str:
    say, mine = reader.say, rule == Rule.NOT_AN_ACTION_NOW
    if v.phase == Phase.PASS and mine:
        return say("Now it is time to choose three cards of your hand to pass.")
    if v.phase == Phase.PASS:
        return say("You have chosen your cards; they change hands when everybody has.")
    if v.phase == Phase.PLAY and mine:
        return say("Now it is time to play a card of your hand.")
    if v.phase == Phase.PLAY:
        return say("Now {name} plays a card.", name=reader.name(v.turn))
    if v.phase == Phase.CHOICE and mine:
        return say("You have united the gang: the others pay, or you get rid of points, and nothing else.")
    if v.phase == Phase.CHOICE:
        return say("{name} has united the gang and is deciding what to do with it.", name=reader.name(v.turn))
    return say("The table is at work; nobody has to decide anything now.")

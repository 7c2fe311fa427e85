"""Why an action was refused at Costume Party, with the fact behind it."""

from __future__ import annotations

from enum import IntEnum

from stammtisch.core.language import Reader
from stammtisch.games.party.position import ALL, PAIR, Options, Phase, Rule, State
from stammtisch.games.party.words.costumes import card_name


def explain(rule: IntEnum, v: State, o: Options, seat: int, action: int, reader: Reader) -> str:
    """Say why the action was refused."""
    match rule:
        case Rule.GAME_OVER:
            return _over(o, reader)
        case Rule.NOT_YOUR_TURN:
            return _explain_turn(v, o, reader)
        case Rule.NOT_AN_ACTION_NOW:
            return _explain_moment(v, o, reader)
        case Rule.CARD_NOT_IN_HAND:
            return _explain_hand(v, seat, action, reader)
        case Rule.KING_NOT_FACE_DOWN:
            return reader.say("The Party King hides from nobody; lay another card face down.")
        case Rule.NOT_IN_YOUR_DISPLAY:
            return reader.say("{card} does not lie open in your display.", card=card_name(action, reader.say))
        case Rule.MIRROR_MUST_GO:
            return reader.say("You are about to draw your last card, and the mirror leaves before that.")
        case _:
            return _explain_take(rule, v, o, seat, action, reader)


def _over(o: Options, reader: Reader) -> str:
    if o.games == 1:
        return reader.say("The party is over, and everything is counted.")
    return reader.say.count(
        "The match is over: {number} game was played.", "The match is over: {number} games were played.", o.games
    )


def _explain_turn(v: State, o: Options, reader: Reader) -> str:
    say = reader.say
    if v.phase == Phase.SEAL:
        return say("Your card lies face down already; the first round begins when everybody has laid one.")
    if v.phase == Phase.PLAY:
        return say("You have chosen already; the cards are opened when everybody has.")
    if not 0 <= v.turn < o.seats or not v.waits >> v.turn & 1:
        return say("The table is at work; nobody has to decide anything now.")
    name = reader.name(v.turn)
    if v.phase == Phase.MIRROR:
        return say("Now {name} decides about the mirror.", name=name)
    return say("Now {name} takes from the dance floor.", name=name)


def _explain_moment(v: State, o: Options, reader: Reader) -> str:
    say = reader.say
    if v.phase == Phase.SEAL:
        return say("Now you lay a card of your hand face down, and nothing else.")
    if v.phase == Phase.PLAY:
        return say("Now you choose a card of your hand, and nothing else.")
    if v.phase == Phase.TAKE:
        return say("Now you take from the dance floor, and nothing else.")
    if v.round_number == o.draws:
        return say("Now a card of your display leaves with the mirror, and nothing else happens.")
    return say("Now a card of your display leaves with the mirror, or you keep it for later.")


def _explain_hand(v: State, seat: int, action: int, reader: Reader) -> str:
    say, card = reader.say, card_name(action, reader.say)
    if v.face_down[seat] == action:
        return say("Your {card} lies face down in your display.", card=card)
    if v.shown[seat] >> action & 1:
        return say("Your {card} has already been at the party; there is only one in your set.", card=card)
    return say("Your {card} is still in the draw pile.", card=card)


def _explain_take(rule: IntEnum, v: State, o: Options, seat: int, action: int, reader: Reader) -> str:
    say = reader.say
    if rule == Rule.KING_TAKES_ALL:
        return say("You have played the Party King, so you take the whole dance floor.")
    if rule == Rule.NO_KING_PLAYED and v.round_number == o.last:
        return say("In the last round nobody plays a Party King; take one card.")
    if rule == Rule.NO_KING_PLAYED:
        return say("Only a Party King that was just played takes the whole dance floor; take one card.")
    if rule == Rule.NO_FACE_DOWN_CARD and o.face_down:
        return say("Your face-down card has left already.")
    if rule == Rule.NO_FACE_DOWN_CARD:
        return say("At this table nobody has a face-down card; they belong to Variant 1.")
    if rule == Rule.NOT_ON_THE_FLOOR:
        card = card_name(action - PAIR if action > PAIR else action, say)
        return say("{card} is not on the dance floor.", card=card)
    return _explain_pair(rule, v, seat, action, reader)


def _explain_pair(rule: IntEnum, v: State, seat: int, action: int, reader: Reader) -> str:
    say, card = reader.say, card_name(v.face_down[seat], reader.say)
    if rule == Rule.OPEN_PAIR_FIRST and action < ALL:
        return say("An open {card} lies in your display, and the new one leaves with that.", card=card)
    if rule == Rule.OPEN_PAIR_FIRST:
        return say("Open cards pair off first, and then no {card} is left for your face-down one.", card=card)
    if action < ALL:
        return say("Your face-down card is {card}, and only its double makes a pair with it.", card=card)
    return say("Your face-down card is {card}, and none like it is on the dance floor.", card=card)

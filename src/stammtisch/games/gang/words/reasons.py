"""Why a card is a good one at Gang of Crooks, from what its holder can see."""

from __future__ import annotations

from typing import Final

from stammtisch.core.language import Reader
from stammtisch.games.gang.cards import ALL_CARDS, CROOKS, PENALTIES, POLITICIAN, RED, VALUES, burden, colour_of
from stammtisch.games.gang.rules import OTHERS, Options, Phase, State
from stammtisch.games.gang.trick_facts import highest_in, highest_of_trick, sole_taker, thrown, unseen
from stammtisch.games.gang.words.people import shown_card
from stammtisch.kernel.bits import count_in, has_in, lowest_in
from stammtisch.kernel.seats import NONE

_LOW: Final = 5  # a card up to here seldom takes a trick
_HIGH: Final = 8  # and one from here on often does
_MANY: Final = 3  # penalties in one seat's tricks, and none elsewhere, that make the others wary


def reason(v: State, o: Options, seat: int, action: int, reader: Reader) -> str:
    """Say in one sentence what speaks for an action; nothing where there is nothing true to say."""
    match v.phase:
        case Phase.PASS:
            return _to_pass(v, seat, action, reader)
        case Phase.CHOICE:
            return _to_use_the_gang(v, o, seat, action, reader)
        case Phase.PLAY if v.leader == seat:
            return _to_lead(v, o, seat, action, reader)
        case Phase.PLAY if has_in(colour_of(v.trick[v.leader]), action):
            return _to_follow(v, o, seat, action, reader)
        case Phase.PLAY:
            return _to_throw_in(v, o, seat, action, reader)
        case _:
            return ""


def _to_pass(v: State, seat: int, card: int, reader: Reader) -> str:
    say, held = reader.say, v.hand[seat] & colour_of(card)
    if card == POLITICIAN:
        return say("Then the politician is somebody else’s trouble.")
    if card // VALUES == RED and card > POLITICIAN:
        return say("Whoever holds it may be forced to take the politician.")
    if held == 1 << card:
        return say("It is your only card of this colour: without it you may throw in what you like.")
    if has_in(CROOKS, card) and card % VALUES >= _HIGH:
        return say("A high crook takes other crooks along.")
    return _kept(v, seat, card, reader)


def _kept(v: State, seat: int, card: int, reader: Reader) -> str:
    """Say that a high card goes and a low one of its colour stays."""
    lower = v.hand[seat] & colour_of(card) & ((1 << card) - 1)
    if lower and lowest_in(lower) % VALUES <= _LOW and card % VALUES >= _HIGH:
        return reader.say(
            "You are rid of a high card and keep {card} for the end.", card=shown_card(lowest_in(lower), reader)
        )
    return ""


def _to_lead(v: State, o: Options, seat: int, card: int, reader: Reader) -> str:
    say, others = reader.say, unseen(v, o, seat)
    out = others & colour_of(card)
    higher = count_in(out >> card)
    if out == 0:
        return say("Nobody else has this colour any more, so you keep the lead.")
    if higher == 0:
        return say("Nobody can beat it, so you keep the lead.")
    if higher == count_in(out):
        return say("Every card of this colour that is still out is higher, so the trick cannot be yours.")
    if card // VALUES == RED and card < POLITICIAN and has_in(others, POLITICIAN):
        return say("The politician is still out, and you stay below.")
    return _higher_out(higher, reader) if 2 * higher > count_in(out) else ""


def _higher_out(higher: int, reader: Reader) -> str:
    return reader.say.count(
        "{number} higher card of this colour is still out.",
        "{number} higher cards of this colour are still out.",
        higher,
    )


def _to_follow(v: State, o: Options, seat: int, card: int, reader: Reader) -> str:
    highest = highest_of_trick(v, o, colour_of(card))
    if card < highest:
        return _to_stay_below(v, o, seat, card, highest, reader)
    say, suspect = reader.say, _suspect(v, o, seat)
    bad, last = thrown(v, o, PENALTIES), thrown(v, o, ALL_CARDS) == o.seats - 1
    if bad and suspect != NONE:
        name = reader.name(suspect)
        return say("So far only {name} has taken anything bad: with this trick you break up the gang.", name=name)
    if last and not bad:
        return say("You are the last to play and nothing bad lies there: a good trick to take.")
    if last and v.hand[seat] & colour_of(card) & ((1 << highest) - 1) == 0:
        return say("You take this trick with any card you may play, so a high one goes.")
    if v.tricks == 0:
        return say("Crooks and the politician usually stay out of the first trick.")
    higher = count_in((unseen(v, o, seat) & colour_of(card)) >> card)
    return _higher_out(higher, reader) if higher else ""


def _to_stay_below(v: State, o: Options, seat: int, card: int, highest: int, reader: Reader) -> str:
    say, top = reader.say, shown_card(highest, reader)
    below = v.hand[seat] & colour_of(card) & ((1 << highest) - 1)
    if card == POLITICIAN:
        return say("{card} lies there, so the politician goes to somebody else.", card=top)
    if thrown(v, o, PENALTIES):
        return say("It stays below {card}, so what lies there costs somebody else.", card=top)
    if card == highest_in(below) and below & (below - 1):
        return say("It is your highest that stays below {card}; you keep the lower ones.", card=top)
    return say("It stays below {card}, so the trick goes to somebody else.", card=top)


def _to_throw_in(v: State, o: Options, seat: int, card: int, reader: Reader) -> str:
    say, suspect = reader.say, _suspect(v, o, seat)
    if suspect != NONE and not has_in(PENALTIES, card):
        name = reader.name(suspect)
        return say("So far only {name} has taken anything bad: do not help to unite the gang.", name=name)
    if card == POLITICIAN:
        return say.count(
            "Whoever takes the trick gets {number} point.",
            "Whoever takes the trick gets {number} points.",
            o.politician,
        )
    if has_in(CROOKS, card):
        return say("Whoever takes the trick gets a point.")
    if card // VALUES == RED and card > POLITICIAN and has_in(unseen(v, o, seat), POLITICIAN):
        return say("The politician is still out, and this card might have to take him.")
    if v.hand[seat] & colour_of(card) == 1 << card:
        return say("It is your last card of this colour: from now on you may throw in when it is led.")
    return _kept(v, seat, card, reader)


def _suspect(v: State, o: Options, seat: int) -> int:
    """Return another seat that has taken all that is bad, and much of it; or NONE."""
    taker = sole_taker(v, o)
    return taker if taker not in (NONE, seat) and count_in(v.taken[taker] & PENALTIES) >= _MANY else NONE


def _to_use_the_gang(v: State, o: Options, seat: int, action: int, reader: Reader) -> str:
    say, weight = reader.say, burden(v.taken[seat], o.deck)
    others = [v.total[other] + weight for other in range(o.seats) if other != seat]
    if action == OTHERS and o.rounds == 0 and max(others) > o.limit and min(others) > v.total[seat]:
        return say("The match is over then, and you win it.")
    if action == OTHERS:
        return say.count(
            "All others fall behind by {number} point.", "All others fall behind by {number} points.", weight
        )
    if o.rounds == 0:
        return say("Nobody else comes closer to the limit, so the match goes on.")
    return say.count("You get ahead by {number} point.", "You get ahead by {number} points.", weight)

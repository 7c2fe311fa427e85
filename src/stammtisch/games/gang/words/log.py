"""The log of Gang of Crooks: what happened in a step, as a viewer saw it, and where its parts begin."""

from __future__ import annotations

from stammtisch.core.language import Reader
from stammtisch.core.step import Step
from stammtisch.games.gang.cards import CROOKS, POLITICIAN
from stammtisch.games.gang.rules import OTHERS, PASSED, Options, Phase, State
from stammtisch.games.gang.words.people import shown_card, shown_cards
from stammtisch.games.gang.words.questions import stake


def heading(step: Step, before: State, after: State, o: Options, reader: Reader) -> str:
    """Return the title of the part that begins with a step: a round, a trick, or the count."""
    say = reader.say
    if before.phase == Phase.DEAL and before.deck_size == o.deck.bit_count():
        return say("Round {round}", round=before.round_number)
    if before.phase == Phase.PLAY and before.leader == step.seat:
        return say("Trick {trick}", trick=before.tricks + 1)
    return say("The points") if before.phase == Phase.ROUND else ""


def log(step: Step, before: State, after: State, o: Options, reader: Reader) -> str:
    """Say what happened, for a viewer with these views."""
    match before.phase:
        case Phase.DEAL:  # whoever is dealt to sees the cards in hand; one line for all of them is enough
            return "" if after.phase == Phase.DEAL else _log_deal(after, o, reader)
        case Phase.PASS:  # nobody needs to hear of each card that is laid aside: the seats show it
            return "" if after.phase == Phase.PASS else _log_pass(after, o, reader)
        case Phase.PLAY:
            return _log_play(step, before, after, reader)
        case Phase.TRICK:
            return _log_trick(after, o, reader)
        case Phase.ROUND:
            return _log_count(after, o, reader)
        case Phase.CHOICE:
            return _log_choice(step, after, o, reader)
        case _:
            return over(after, o, reader) if after.phase == Phase.OVER else ""


def _log_deal(after: State, o: Options, reader: Reader) -> str:
    seats = after.round_number % o.seats
    if seats == 0:
        return reader.say("The cards are dealt. Nobody passes any this time.")
    return reader.say.count(
        "The cards are dealt. Everybody passes three to the left neighbour.",
        "The cards are dealt. Everybody passes three of them {number} seats to the left.",
        seats,
    )


def _log_pass(after: State, o: Options, reader: Reader) -> str:
    you = reader.you if reader.you in range(o.seats) else 0
    receiver, giver = ((you + way * after.round_number) % o.seats for way in (1, -1))
    known = after.passed[you].bit_count() == after.passed[giver].bit_count() == PASSED
    if reader.you != you or not known:  # others look, or through the eyes of others
        return reader.say("Everybody has passed three cards.")
    return reader.say(
        "You pass {given} to {receiver} and get {received} from {giver}.",
        given=shown_cards(after.passed[you], reader),
        receiver=reader.name(receiver),
        received=shown_cards(after.passed[giver], reader),
        giver=reader.name(giver),
    )


def _log_play(step: Step, before: State, after: State, reader: Reader) -> str:
    card = shown_card(step.action, reader)
    first_crook = bool(after.broken and not before.broken)
    if reader.is_you(step.seat):
        return _you_play(card, reader, leads=before.leader == step.seat, first_crook=first_crook)
    say, name = reader.say, reader.name(step.seat)
    if before.leader == step.seat:
        return say("{name} leads {card}.", name=name, card=card)
    if first_crook:
        return say("{name} plays {card}, the first crook of the round.", name=name, card=card)
    return say("{name} plays {card}.", name=name, card=card)


def _you_play(card: str, reader: Reader, *, leads: bool, first_crook: bool) -> str:
    say = reader.say
    if leads:
        return say("You lead {card}.", card=card)
    if first_crook:
        return say("You play {card}, the first crook of the round.", card=card)
    return say("You play {card}.", card=card)


def last_trick(v: State, o: Options) -> list[int]:
    """Return the cards of the trick that was collected last."""
    return [v.last[seat] for seat in range(o.seats)]


def _log_trick(after: State, o: Options, reader: Reader) -> str:
    """Say who takes the trick, and whom nobody wanted in it."""
    cards = last_trick(after, o)
    crooks, politician = sum(CROOKS >> card & 1 for card in cards), POLITICIAN in cards
    if reader.is_you(after.leader):
        return _you_take(crooks, reader, politician=politician)
    say, name = reader.say, reader.name(after.leader)
    if politician and crooks:
        return say.count(
            "{name} takes the trick, with the politician and {number} crook.",
            "{name} takes the trick, with the politician and {number} crooks.",
            crooks,
            name=name,
        )
    if politician:
        return say("{name} takes the trick, and the politician with it.", name=name)
    if crooks:
        return say.count(
            "{name} takes the trick, with {number} crook.",
            "{name} takes the trick, with {number} crooks.",
            crooks,
            name=name,
        )
    return say("{name} takes the trick.", name=name)


def _you_take(crooks: int, reader: Reader, *, politician: bool) -> str:
    say = reader.say
    if politician and crooks:
        return say.count(
            "You take the trick, with the politician and {number} crook.",
            "You take the trick, with the politician and {number} crooks.",
            crooks,
        )
    if politician:
        return say("You take the trick, and the politician with it.")
    if crooks:
        return say.count(
            "You take the trick, with {number} crook.", "You take the trick, with {number} crooks.", crooks
        )
    return say("You take the trick.")


def _log_count(after: State, o: Options, reader: Reader) -> str:
    if after.phase == Phase.CHOICE:
        return _log_united(after, o, reader)
    say, you = reader.say, reader.you
    points = ", ".join(f"{reader.name(seat)} {after.points[seat]}" for seat in range(o.seats) if seat != you)
    if you not in range(o.seats):
        return say("The points of this round: {points}.", points=points)
    return say.count(
        "The round costs you {number} point; the others: {points}.",
        "The round costs you {number} points; the others: {points}.",
        after.points[you],
        points=points,
    )


def _log_united(after: State, o: Options, reader: Reader) -> str:
    say, every_trick = reader.say, after.taken[after.turn] == o.deck
    if reader.is_you(after.turn):
        if every_trick:
            return say("You have united the gang and taken every trick.")
        return say("You have united the gang.")
    if every_trick:
        return say("{name} has united the gang and taken every trick.", name=reader.name(after.turn))
    return say("{name} has united the gang.", name=reader.name(after.turn))


def _log_choice(step: Step, after: State, o: Options, reader: Reader) -> str:
    say, weight = reader.say, stake(after, o)
    if reader.is_you(step.seat):
        return _you_choose(step.action, weight, reader)
    name = reader.name(step.seat)
    if step.action == OTHERS:
        return say.count(
            "{name} makes the others pay: {number} point each.",
            "{name} makes the others pay: {number} points each.",
            weight,
            name=name,
        )
    return say.count("{name} gets rid of {number} point.", "{name} gets rid of {number} points.", weight, name=name)


def _you_choose(action: int, weight: int, reader: Reader) -> str:
    say = reader.say
    if action == OTHERS:
        return say.count(
            "You make the others pay: {number} point each.", "You make the others pay: {number} points each.", weight
        )
    return say.count("You get rid of {number} point.", "You get rid of {number} points.", weight)


def over(v: State, o: Options, reader: Reader) -> str:
    """Say why the match is over."""
    if o.rounds == 0:
        return reader.say.count(
            "The match is over: somebody has more than {number} point.",
            "The match is over: somebody has more than {number} points.",
            o.limit,
        )
    return reader.say.count(
        "The match is over: {number} round was agreed.", "The match is over: {number} rounds were agreed.", o.rounds
    )

"""The log of Gang of Crooks: what happened in a step, as a viewer saw it."""

from __future__ import annotations

from stammtisch.core.language import Reader
from stammtisch.core.step import Step
from stammtisch.games.gang.rules import OTHERS, Options, Phase, State
from stammtisch.games.gang.words.people import card_name
from stammtisch.games.gang.words.questions import stake
from stammtisch.kernel.seats import HIDDEN


def log(step: Step, before: State, after: State, o: Options, reader: Reader) -> str:
    """Say what happened, for a viewer with these views."""
    say = reader.say
    match before.phase:
        case Phase.DEAL:  # whoever is dealt to sees the cards in hand; one line for all of them is enough
            return "" if after.phase == Phase.DEAL else say("The cards are dealt.")
        case Phase.PASS:
            return _log_pass(step, after, reader)
        case Phase.PLAY:
            return _log_play(step, before, after, reader)
        case Phase.TRICK:
            return say("{name} takes the trick.", name=reader.name(after.leader))
        case Phase.ROUND:
            return _log_count(after, o, reader)
        case Phase.CHOICE:
            return _log_choice(step, after, o, reader)
        case _:
            return over(after, o, reader) if after.phase == Phase.OVER else _log_round(after, o, reader)


def _log_pass(step: Step, after: State, reader: Reader) -> str:
    say, name, last = reader.say, reader.name(step.seat), after.phase == Phase.PLAY
    if step.action == HIDDEN and last:
        return say("{name} chooses a card to pass, and now all of them change hands.", name=name)
    if step.action == HIDDEN:
        return say.count(
            "{name} has laid {number} card aside to pass.",
            "{name} has laid {number} cards aside to pass.",
            after.passed_size[step.seat],
            name=name,
        )
    card = card_name(step.action, say)
    if last:
        return say("{name} passes {card}, and now all of them change hands.", name=name, card=card)
    return say("{name} passes {card}.", name=name, card=card)


def _log_play(step: Step, before: State, after: State, reader: Reader) -> str:
    say, name, card = reader.say, reader.name(step.seat), card_name(step.action, reader.say)
    if before.leader == step.seat:
        return say("{name} leads {card}.", name=name, card=card)
    if after.broken and not before.broken:
        return say("{name} plays {card}, the first crook of the round.", name=name, card=card)
    return say("{name} plays {card}.", name=name, card=card)


def _log_count(after: State, o: Options, reader: Reader) -> str:
    say = reader.say
    if after.phase != Phase.CHOICE:
        points = ", ".join(f"{reader.name(seat)} {after.points[seat]}" for seat in range(o.seats))
        return say("The points of this round: {points}.", points=points)
    if after.taken[after.turn] == o.deck:
        return say("{name} has united the gang and taken every trick.", name=reader.name(after.turn))
    return say("{name} has united the gang.", name=reader.name(after.turn))


def _log_choice(step: Step, after: State, o: Options, reader: Reader) -> str:
    say, name, weight = reader.say, reader.name(step.seat), stake(after, o)
    if step.action == OTHERS:
        return say.count(
            "{name} makes the others pay: {number} point each.",
            "{name} makes the others pay: {number} points each.",
            weight,
            name=name,
        )
    return say.count("{name} gets rid of {number} point.", "{name} gets rid of {number} points.", weight, name=name)


def _log_round(after: State, o: Options, reader: Reader) -> str:
    say, number, seats = reader.say, after.round_number, after.round_number % o.seats
    if seats == 0:
        return say("Round {round} begins. Nobody passes cards this time.", round=number)
    return say.count(
        "Round {round} begins. Everybody passes three cards to the left neighbour.",
        "Round {round} begins. Everybody passes three cards {number} seats to the left.",
        seats,
        round=number,
    )


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

"""What people read at Gang of Crooks: questions, buttons, the log, refusals, the end, and a picture for terminals."""

from __future__ import annotations

from enum import IntEnum

from stammtisch.core.language import Reader, Say
from stammtisch.core.outcome import Outcome
from stammtisch.core.step import Step
from stammtisch.games.gang.cards import CARDS, CROOKS, POLITICIAN, VALUES, burden
from stammtisch.games.gang.people import card_name, signed
from stammtisch.games.gang.picture import picture
from stammtisch.games.gang.rules import COLLECT, COUNT, OTHERS, PASSED, SELF, Options, Phase, Rule, State
from stammtisch.kernel.seats import HIDDEN

__all__ = ["ask", "ending", "explain", "label", "log", "option", "picture", "title"]


def title(say: Say) -> str:
    """Return the name of the game."""
    return say("Gang of Crooks")


def option(name: str, say: Say) -> tuple[str, str]:
    """Return the label of an option and a sentence about it."""
    return {
        "seats": (say("Seats"), say("How many play.")),
        "limit": (say("Limit"), say("The match ends after the round in which a total rises above it.")),
        "rounds": (say("Rounds"), say("How many rounds are played, whatever the totals; 0 means up to the limit.")),
        "first_round": (say("First round"), say("The number of the first round; it says how far cards are passed.")),
    }[name]


def ask(v: State, o: Options, seat: int, reader: Reader) -> str:
    """Say what `seat` is asked to decide."""
    say = reader.say
    if v.phase == Phase.PASS:
        return say.count(
            "Choose {number} card to pass to {name}.",
            "Choose {number} cards to pass to {name}.",
            PASSED - v.passed_size[seat],
            name=reader.name((seat + v.round_number) % o.seats),
        )
    if v.phase == Phase.CHOICE:
        return say("The gang is yours. Do the others pay, or do you get rid of points?")
    if v.leader != seat:
        return (
            say("Green was led. Play a card."),
            say("Blue was led. Play a card."),
            say("Red was led. Play a card."),
            say("A crook was led. Play a card."),
        )[v.trick[v.leader] // VALUES]
    if v.tricks == 0:
        return say("Open the round with {card}.", card=card_name(o.opening, say))
    return say("Lead a card to the next trick.")


def label(v: State, o: Options, action: int, reader: Reader) -> str:
    """Return an action as it stands on a button."""
    say = reader.say
    if action < CARDS:
        return card_name(action, say)
    if action == OTHERS:
        return say.count("{number} point for all others", "{number} points for all others", _weight(v, o))
    if action == SELF:
        return say.count("get rid of {number} point", "get rid of {number} points", _weight(v, o))
    if action == COLLECT:
        return say("collect the trick")
    return say("count the points") if action == COUNT else say("go on")


def _weight(v: State, o: Options) -> int:
    """Return the points of the united gang; all tricks weigh more."""
    return max(burden(v.taken[seat], o.deck) for seat in range(o.seats))


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
            return _over(after, o, reader) if after.phase == Phase.OVER else _log_round(after, o, reader)


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
    say, name, weight = reader.say, reader.name(step.seat), _weight(after, o)
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


def _over(v: State, o: Options, reader: Reader) -> str:
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


def explain(rule: IntEnum, v: State, o: Options, seat: int, action: int, reader: Reader) -> str:
    """Say why the action was refused."""
    say = reader.say
    match rule:
        case Rule.GAME_OVER:
            return _over(v, o, reader)
        case Rule.CARD_NOT_IN_HAND:
            return _explain_hand(v, o, seat, action, reader)
        case Rule.OPENING_CARD_FIRST:
            return say("You hold {card}, and it opens the round.", card=card_name(o.opening, say))
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
        return say("{card} stays in the box when so many play.", card=card)
    if v.played[seat] >> action & 1:
        return say("You have played {card} in this round already.", card=card)
    if v.passed[seat] >> action & 1:
        return say("You have given {card} away in this round.", card=card)
    return say("{card} is not in your hand.", card=card)


def _explain_crooks(v: State, seat: int, reader: Reader) -> str:
    if v.hand[seat] & ~CROOKS == 1 << POLITICIAN:
        return reader.say("No crook has been played in this round, so the politician must lead.")
    return reader.say("No crook has been played in this round, so none may lead while you hold other cards.")


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


def ending(outcome: Outcome, v: State, o: Options, reader: Reader) -> str:
    """Say how the game ended."""
    say, lowest, names = reader.say, min(outcome.scores), [reader.name(seat) for seat in outcome.winners]
    if len(names) == 1:
        return say.count(
            "{name} wins with {points} point.",
            "{name} wins with {points} points.",
            abs(lowest),
            name=names[0],
            points=signed(lowest),
        )
    return say.count(
        "These share the first place with {points} point: {names}.",
        "These share the first place with {points} points: {names}.",
        abs(lowest),
        names=", ".join(names),
        points=signed(lowest),
    )

"""Questions, buttons and the end at Gang of Crooks, in words."""

from __future__ import annotations

from stammtisch.core.language import Reader, Say
from stammtisch.core.outcome import GameOutcome
from stammtisch.games.gang.cards import CARDS, VALUES, burden
from stammtisch.games.gang.notation import write
from stammtisch.games.gang.rules import COLLECT, COUNT, OTHERS, PASSED, SELF, Options, Phase, State
from stammtisch.games.gang.words.people import card_name, short_name, signed


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
        return say("Open the round with {card}.", card=short_name(o.opening, say))
    return say("Lead a card to the next trick.")


def label(v: State, o: Options, action: int, reader: Reader) -> str:
    """Return an action as it stands on a button."""
    say = reader.say
    if action < CARDS:
        return reader.card(write(action), card_name(action, say))
    if action == OTHERS:
        return say.count("{number} point for all others", "{number} points for all others", stake(v, o))
    if action == SELF:
        return say.count("get rid of {number} point", "get rid of {number} points", stake(v, o))
    if action == COLLECT:
        return say("collect the trick")
    return say("count the points") if action == COUNT else say("go on")


def stake(v: State, o: Options) -> int:
    """Return the points of the united gang; all tricks weigh more."""
    return max(burden(v.taken[seat], o.deck) for seat in range(o.seats))


def ending(outcome: GameOutcome, v: State, o: Options, reader: Reader) -> str:
    """Say how the game ended."""
    say, lowest, count = reader.say, min(outcome.scores), abs(min(outcome.scores))
    if outcome.winners == (reader.you,):
        return say.count("You win with {points} point.", "You win with {points} points.", count, points=signed(lowest))
    names = [reader.name(seat) for seat in outcome.winners if not reader.is_you(seat)]
    said = {"names": ", ".join(names), "points": signed(lowest)}
    if reader.you in outcome.winners:
        return say.count(
            "You win with {points} point, and share the first place with {names}.",
            "You win with {points} points, and share the first place with {names}.",
            count,
            **said,
        )
    if len(names) == 1:
        return say.count(
            "{name} wins with {points} point.",
            "{name} wins with {points} points.",
            count,
            name=names[0],
            points=signed(lowest),
        )
    return say.count(
        "These share the first place with {points} point: {names}.",
        "These share the first place with {points} points: {names}.",
        count,
        **said,
    )

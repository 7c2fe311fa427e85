"""What people read. Every sentence stands whole inside `say(…)`, so that catalogues can translate it."""

from __future__ import annotations

from enum import IntEnum

from rich.markup import escape

from stammtisch.core.language import Reader, Say
from stammtisch.core.outcome import GameOutcome
from stammtisch.core.step import Step
from stammtisch.kernel.seats import HIDDEN, NATURE, NONE, TABLE, UNKNOWN
from stammtisch.new_game.highcard.rules import CARDS, Options, Phase, Rule, State, highest_laid


def title(say: Say) -> str:
    """Return the name of the game."""
    return say("Highcard")


def option(name: str, say: Say) -> tuple[str, str]:
    """Return the label of an option and a sentence about it."""
    return {
        "seats": (say("Seats"), say("How many play.")),
        "hand_size": (say("Cards in a hand"), say("How many cards each is dealt, and so how many rounds there are.")),
    }[name]


def goal(o: Options, say: Say) -> tuple[str, str, str]:
    """Return what wins, in three short lines."""
    return (
        say("Have the most points at the end."),
        say("Lay a card, all at once: the highest takes what the round is worth."),
        say("It ends when the hands are empty."),
    )


def ask(v: State, o: Options, seat: int, reader: Reader) -> str:
    """Say what `seat` is asked to decide."""
    return reader.say.count("Lay a card, for {number} point.", "Lay a card, for {number} points.", v.prize)


def label(v: State, o: Options, action: int, reader: Reader) -> str:
    """Return an action as it stands on a button."""
    return rank(action)


def rank(card: int) -> str:
    """Return a card as people call it.

    >>> rank(0), rank(11)
    ('1', '12')
    """
    return str(card + 1)


def log(step: Step, before: State, after: State, o: Options, reader: Reader) -> str:
    """Say what happened, for a viewer with these views; of cards dealt to others nothing."""
    say = reader.say
    if step.seat == NATURE:
        if step.action == HIDDEN:
            return ""
        name = reader.name((CARDS - before.deck_size) % o.seats)
        return say("{name} is dealt the {card}.", name=name, card=rank(step.action))
    if step.seat == TABLE:
        winner = highest_laid(before, o)
        cards = ", ".join(f"{reader.name(seat)} {rank(before.laid[seat])}" for seat in range(o.seats))
        return say("{cards}. The round goes to {name}.", cards=cards, name=reader.name(winner))
    if step.action == HIDDEN:
        return say("{name} has laid a card.", name=reader.name(step.seat))
    return say("{name} lays the {card}.", name=reader.name(step.seat), card=rank(step.action))


def explain(rule: IntEnum, v: State, o: Options, seat: int, action: int, reader: Reader) -> str:
    """Say why the action was refused."""
    match rule:
        case Rule.GAME_OVER:
            return reader.say("The game is over: all cards have been played.")
        case Rule.NOT_YOUR_TURN:
            return reader.say("You have nothing to decide now.")
        case _:
            return reader.say("That is not a card in your hand.")


def ending(outcome: GameOutcome, v: State, o: Options, reader: Reader) -> str:
    """Say how the game ended."""
    names = ", ".join(reader.name(seat) for seat in outcome.winners)
    if len(outcome.winners) == 1:
        return reader.say.count(
            "{names} wins with {number} point.", "{names} wins with {number} points.", max(outcome.scores), names=names
        )
    return reader.say("{names} share the first place.", names=names)


def picture(v: State, o: Options, viewer: int, reader: Reader) -> str:
    """Return a line for each seat in Rich's markup, and the viewer's own cards below."""
    width = max(len(reader.name(seat)) for seat in range(o.seats))
    lines = []
    for seat in range(o.seats):
        card = {NONE: " ", UNKNOWN: "▒"}.get(v.laid[seat], rank(v.laid[seat]))
        name = escape(reader.name(seat)) + " " * (width - len(reader.name(seat)))
        lines.append(f"  {name}  {card:>2}  {'▒' * v.hand_size[seat]:3}  {v.score[seat]}")
    if viewer < o.seats and v.phase != Phase.OVER:
        cards = " ".join(rank(card) for card in range(v.hand[viewer].bit_length()) if v.hand[viewer] >> card & 1)
        lines += ["", "  " + reader.say("in hand: {cards}", cards=cards)]
    return "\n".join(lines)

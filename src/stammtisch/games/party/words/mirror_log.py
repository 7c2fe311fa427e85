"""What is told of the mirror of Costume Party."""

from __future__ import annotations

from stammtisch.core.language import Reader
from stammtisch.core.step import Step
from stammtisch.games.party.position import FACE_DOWN, KEEP, UNUSED, Options, State
from stammtisch.games.party.words.costumes import shown_card, values_in
from stammtisch.kernel.seats import TABLE


def log_mirror(step: Step, before: State, after: State, reader: Reader) -> str:
    """Say what leaves with the mirror."""
    say, owner, action = reader.say, before.mirror, step.action
    value = values_in(after.shown[owner] & ~before.shown[owner])[0] if action == FACE_DOWN else action
    card = "" if action in (KEEP, UNUSED) else shown_card(value, reader)
    if reader.is_you(owner):
        return _you_mirror(step, card, reader)
    name = reader.name(owner)
    if action == KEEP:
        return say("{name} keeps the mirror for later.", name=name)
    if action == UNUSED:
        return say("{name} has nothing to throw out with the mirror; it leaves unused.", name=name)
    if action == FACE_DOWN:
        return say("{name} throws out the face-down card with the mirror: {card}.", name=name, card=card)
    if step.seat == TABLE:
        return say("The mirror cannot wait: {card} of {name} leaves with it.", name=name, card=card)
    return say("{name} throws out {card} with the mirror.", name=name, card=card)


def _you_mirror(step: Step, card: str, reader: Reader) -> str:
    say = reader.say
    if step.action == KEEP:
        return say("You keep the mirror for later.")
    if step.action == UNUSED:
        return say("You have nothing to throw out with the mirror; it leaves unused.")
    if step.action == FACE_DOWN:
        return say("You throw out your face-down card with the mirror: {card}.", card=card)
    if step.seat == TABLE:
        return say("The mirror cannot wait: your {card} leaves with it.", card=card)
    return say("You throw out {card} with the mirror.", card=card)


def log_next(before: State, after: State, o: Options, reader: Reader) -> str:
    """Say who has the mirror in the next game, and why."""
    say, owner = reader.say, after.mirror
    several = [before.total[seat] for seat in range(o.seats)].count(before.total[owner]) > 1
    if reader.is_you(owner):
        if several:
            return say("Of those with the highest total, you are first in tie order and get the mirror.")
        return say("You have the highest total and get the mirror.")
    name = reader.name(owner)
    if several:
        return say("Of those with the highest total, {name} is first in tie order and gets the mirror.", name=name)
    return say("{name} has the highest total and gets the mirror.", name=name)

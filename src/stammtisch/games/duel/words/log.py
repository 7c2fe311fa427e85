"""The log of a duel: what happened in a step, as a viewer saw it, and where its rounds begin."""

from __future__ import annotations

from stammtisch.core.language import Reader
from stammtisch.core.step import Step
from stammtisch.games.duel.rules import CROWN, FIRST, HIDE, MARCH, SWAP, TURN, Options, Phase, State
from stammtisch.kernel.seats import HIDDEN, NONE


def heading(step: Step, before: State, after: State, o: Options, reader: Reader) -> str:
    """Return the title of the round that begins with a step."""
    begins = step.number == 0 or step.action == SWAP
    return reader.say("Round {round}", round=after.rounds) if begins else ""


def log(step: Step, before: State, after: State, o: Options, reader: Reader) -> str:
    """Say what happened, for a viewer with these views."""
    if step.action == HIDDEN or step.action < TURN:
        return _log_bluff(step, reader)
    if step.action < FIRST:
        return _log_turn(step, before, after, reader)
    if step.action == MARCH:
        return _log_march(before, after, reader)
    return _log_roles(step, after, reader)


def _log_bluff(step: Step, reader: Reader) -> str:
    """Say who laid tiles or crowned a cockroach, and where as far as the viewer knows."""
    say, seat = reader.say, step.seat
    if step.action == HIDDEN:
        return say("{name} lays the four tiles face down.", name=reader.name(seat))
    if step.action < CROWN:
        lane = step.action - HIDE + 1
        if reader.is_you(seat):
            return say("You lay the tiles, the red one in lane {lane}.", lane=lane)
        return say("{name} lays the tiles, the red one in lane {lane}.", name=reader.name(seat), lane=lane)
    lane = step.action - CROWN + 1
    if reader.is_you(seat):
        return say("You crown the cockroach in lane {lane}.", lane=lane)
    return say("{name} crowns the cockroach in lane {lane}.", name=reader.name(seat), lane=lane)


def _log_roles(step: Step, after: State, reader: Reader) -> str:
    say, name, mine = reader.say, reader.name(after.bluffer), reader.is_you(after.bluffer)
    if step.action == SWAP:
        return say("Now you are the bluffer.") if mine else say("Now {name} is the bluffer.", name=name)
    return say("You are the first to bluff.") if mine else say("{name} is the first to bluff.", name=name)


def _log_turn(step: Step, before: State, after: State, reader: Reader) -> str:
    """Say which tile was turned, and how far that brings its cockroach."""
    say, lane = reader.say, step.action - TURN
    red, queen = after.phase == Phase.CROSS, lane == before.queen
    tile = reader.card("red", say("the red cross")) if red else reader.card("green", say("green"))
    where, spaces = {"lane": lane + 1, "tile": tile}, abs(after.roach[lane] - before.roach[lane])
    if reader.is_you(step.seat):
        return _you_turn(where, spaces, reader, red=red, queen=queen)
    name = reader.name(step.seat)
    if red:
        return say("{name} turns lane {lane}: {tile}.", name=name, **where)
    if queen:
        return say.count(
            "{name} turns lane {lane}: {tile}. The queen comes {number} space closer.",
            "{name} turns lane {lane}: {tile}. The queen comes {number} spaces closer.",
            spaces,
            name=name,
            **where,
        )
    return say("{name} turns lane {lane}: {tile}. The cockroach comes one space closer.", name=name, **where)


def _you_turn(where: dict[str, object], spaces: int, reader: Reader, *, red: bool, queen: bool) -> str:
    say = reader.say
    if red:
        return say("You turn lane {lane}: {tile}.", **where)
    if queen:
        return say.count(
            "You turn lane {lane}: {tile}. The queen comes {number} space closer to you.",
            "You turn lane {lane}: {tile}. The queen comes {number} spaces closer to you.",
            spaces,
            **where,
        )
    return say("You turn lane {lane}: {tile}. The cockroach comes one space closer to you.", **where)


def _log_march(before: State, after: State, reader: Reader) -> str:
    """Say which cockroaches move, and whether the queen runs; on the tile space she stops."""
    say, queen = reader.say, before.queen
    own_red = queen != NONE and queen == before.red
    runs = queen != NONE and abs(after.roach[queen] - before.roach[queen]) > 1
    if reader.is_you(before.bluffer):
        if own_red:
            return say("The queen and every cockroach whose tile is covered move one space towards you.")
        if runs:
            return say("Every cockroach whose tile is covered moves one space towards you, the queen two.")
        return say("Every cockroach whose tile is covered moves one space towards you.")
    name = reader.name(before.bluffer)
    if own_red:
        return say("The queen and every cockroach whose tile is covered move one space towards {name}.", name=name)
    if runs:
        return say("Every cockroach whose tile is covered moves one space towards {name}, the queen two.", name=name)
    return say("Every cockroach whose tile is covered moves one space towards {name}.", name=name)

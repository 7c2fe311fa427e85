"""Why an action is refused at a duel, each time with the fact behind it."""

from __future__ import annotations

from enum import IntEnum

from stammtisch.core.language import Reader
from stammtisch.games.duel.rules import TURN, Options, Phase, Rule, State


def explain(rule: IntEnum, v: State, o: Options, seat: int, action: int, reader: Reader) -> str:
    """Say why the action was refused."""
    say = reader.say
    match rule:
        case Rule.GAME_OVER:
            return say("The duel is over: {name} has won.", name=reader.name(v.winner))
        case Rule.NOT_YOUR_TURN:
            return _explain_turn(v, reader)
        case Rule.NO_CROWN_IN_BASE:
            return say("There is no crown at this table; it belongs to the Royal game.")
        case Rule.TILES_ALREADY_LAID:
            return say("Your tiles lie there already; now crown a cockroach.")
        case Rule.ALREADY_CROWNED:
            return say("You have already crowned a cockroach for this round; now lay your tiles.")
        case Rule.TILE_ALREADY_TURNED:
            lane = action - TURN + 1
            return say("The tile in lane {lane} lies open already; turn one that is still covered.", lane=lane)
        case _:
            return _explain_moment(v, reader)


def _explain_turn(v: State, reader: Reader) -> str:
    say = reader.say
    if v.phase == Phase.BLUFF:
        return say("{name} is still preparing the round.", name=reader.name(v.bluffer))
    if v.phase == Phase.GUESS:
        return say("{name} is turning tiles now.", name=reader.name(1 - v.bluffer))
    return say("The table is at work; nobody has to decide anything now.")


def _explain_moment(v: State, reader: Reader) -> str:
    say = reader.say
    if v.phase == Phase.BLUFF:
        return say("You are the bluffer in this round: you prepare it, and the guesser turns the tiles.")
    if v.phase == Phase.GUESS:
        return say("You are the guesser in this round: you turn tiles, and nothing else.")
    return say("The table is at work; nobody has to decide anything now.")

"""The log of a duel: what happened in a step, as a viewer saw it."""

from __future__ import annotations

from typing import Final

from stammtisch.core.language import Reader
from stammtisch.core.step import Step
from stammtisch.games.duel.rules import CROWN, FIRST, HIDE, MARCH, TURN, Options, Phase, State
from stammtisch.kernel.seats import HIDDEN, NONE

_RED: Final = "[bold red]✗[/]"
_GREEN: Final = "[bold green]✓[/]"
_COVERED: Final = "[yellow]?[/]"
_ROACH: Final = "[bold]ж[/]"
_QUEEN: Final = "[bold yellow]♛[/]"
_WALL: Final = "[dim]│[/]"


def log(step: Step, before: State, after: State, o: Options, reader: Reader) -> str:
    """Say what happened, for a viewer with these views."""
    say = reader.say
    if step.action == HIDDEN:
        return say("{name} lays the four tiles face down.", name=reader.name(step.seat))
    if step.action < CROWN:
        return say("{name} lays the tiles, the red one in lane {lane}.", **_who_and_where(step, HIDE, reader))
    if step.action < TURN:
        return say("{name} crowns the cockroach in lane {lane}.", **_who_and_where(step, CROWN, reader))
    if step.action < FIRST:
        return _log_turn(step, before, after, reader)
    if step.action < MARCH:
        return say("{name} is the first to bluff.", name=reader.name(step.action - FIRST))
    if step.action == MARCH:
        return _log_march(before, reader)
    return say("Round {round}: now {name} is the bluffer.", round=after.rounds, name=reader.name(after.bluffer))


def _log_turn(step: Step, before: State, after: State, reader: Reader) -> str:
    say, where = reader.say, _who_and_where(step, TURN, reader)
    lane = step.action - TURN
    if after.phase == Phase.CROSS:
        return say("{name} turns lane {lane}: the red cross.", **where)
    spaces = abs(after.roach[lane] - before.roach[lane])
    if lane == before.queen:
        return say.count(
            "{name} turns lane {lane}: green. The queen comes {number} space closer.",
            "{name} turns lane {lane}: green. The queen comes {number} spaces closer.",
            spaces,
            **where,
        )
    return say("{name} turns lane {lane}: green. The cockroach comes one space closer.", **where)


def _log_march(before: State, reader: Reader) -> str:
    say, name = reader.say, reader.name(before.bluffer)
    if before.queen == before.red:
        return say("The queen and every cockroach whose tile is covered move one space towards {name}.", name=name)
    if before.queen != NONE and not before.turned >> before.queen & 1:
        return say("Every cockroach whose tile is covered moves one space towards {name}, the queen two.", name=name)
    return say("Every cockroach whose tile is covered moves one space towards {name}.", name=name)


def _who_and_where(step: Step, base: int, reader: Reader) -> dict[str, object]:
    return {"name": reader.name(step.seat), "lane": step.action - base + 1}

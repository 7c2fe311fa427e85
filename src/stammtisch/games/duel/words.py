"""What people read at a duel: questions, buttons, the log, refusals, the end, and a picture for terminals."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from rich.markup import escape

from stammtisch.core.language import Reader, Say
from stammtisch.core.outcome import Outcome
from stammtisch.core.step import Step
from stammtisch.games.duel.rules import CROWN, FIRST, HIDE, LANES, MARCH, SEATS, TURN, Options, Phase, Rule, State
from stammtisch.kernel.seats import HIDDEN, NONE

_RED: Final = "[bold red]✗[/]"
_GREEN: Final = "[bold green]✓[/]"
_COVERED: Final = "[yellow]?[/]"
_ROACH: Final = "[bold]ж[/]"
_QUEEN: Final = "[bold yellow]♛[/]"
_WALL: Final = "[dim]│[/]"


def title(say: Say) -> str:
    """Return the name of the game."""
    return say("Cockroach Duel")


def option(name: str, say: Say) -> tuple[str, str]:
    """Return the label of an option and a sentence about it."""
    return {
        "seats": (say("Seats"), say("A duel is for two.")),
        "royal": (say("Royal"), say("The bluffer also crowns a queen each round, and she moves faster.")),
        "first_bluffer": (say("First bluffer"), say("Who hides the red tile in the first round.")),
        "spaces": (say("Spaces"), say("How many spaces each lane has on either side of the middle.")),
    }[name]


def ask(v: State, o: Options, seat: int, reader: Reader) -> str:
    """Say what `seat` is asked to decide."""
    say = reader.say
    if v.phase == Phase.GUESS:
        return say("Turn a tile and hope for green.")
    if v.red == NONE:
        return say("Lay your tiles: which lane gets the red one?")
    return say("Crown one of the four cockroaches.")


def label(v: State, o: Options, action: int, reader: Reader) -> str:
    """Return an action as it stands on a button."""
    say = reader.say
    if action < CROWN:
        return say("red tile in lane {lane}", lane=action - HIDE + 1)
    if action < TURN:
        return say("crown the cockroach in lane {lane}", lane=action - CROWN + 1)
    return say("turn the tile in lane {lane}", lane=action - TURN + 1)


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


def ending(outcome: Outcome, v: State, o: Options, reader: Reader) -> str:
    """Say how the game ended."""
    return reader.say.count(
        "{name} wins after {number} round: a cockroach has come all the way.",
        "{name} wins after {number} rounds: a cockroach has come all the way.",
        v.rounds,
        name=reader.name(outcome.winners[0]),
    )


def picture(v: State, o: Options, viewer: int, reader: Reader) -> str:
    """Return the four lanes between the two tile spaces in Rich's markup, the viewer's side below."""
    bottom = viewer if viewer < SEATS else 0
    up = 1 if bottom == 0 else -1
    rows = [f"  {_seat_line(v, 1 - bottom, reader)}", _edge("╭", "┬", "╮")]
    for height in range(o.goal, -o.goal - 1, -1):
        cells = _WALL.join(_cell(v, o, lane, height * up) for lane in range(LANES))
        rows.append(f"{_WALL}{cells}{_WALL}")
        if height in (o.goal, 1 - o.goal):
            rows.append(_edge("├", "┼", "┤"))
    numbers = "   ".join(str(lane + 1) for lane in range(LANES))
    return "\n".join([*rows, _edge("╰", "┴", "╯"), f"  {numbers}", f"  {_seat_line(v, bottom, reader)}"])


def _edge(left: str, inner: str, right: str) -> str:
    cells = inner.join(["───"] * LANES)
    return f"[dim]{left}{cells}{right}[/]"


def _seat_line(v: State, seat: int, reader: Reader) -> str:
    name = escape(reader.name(seat))
    if v.bluffer == NONE:
        return name
    role = reader.say("bluffer") if seat == v.bluffer else reader.say("guesser")
    return f"{name} [dim]({role})[/]"


def _cell(v: State, o: Options, lane: int, place: int) -> str:
    """Return one space: the cockroach or the tile on it, or a dot to count by, in the middle a line."""
    mark = "[dim]─[/]" if place == 0 else "[dim]·[/]"
    if abs(place) == o.goal:
        mark = " "
    if v.bluffer != NONE and place == (o.goal if v.bluffer == 1 else -o.goal):
        mark = _tile(v, lane)
    if v.roach[lane] == place:
        mark = _QUEEN if lane == v.queen else _ROACH
    return f" {mark} "


def _tile(v: State, lane: int) -> str:
    """Return the tile of a lane as the viewer sees it; none lies there before the bluffer has laid them."""
    if v.red == NONE:
        return " "
    if v.red == lane:
        return _RED
    return _GREEN if v.turned >> lane & 1 else _COVERED

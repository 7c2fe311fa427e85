"""The table of a duel in a terminal, in Rich's markup."""

from __future__ import annotations

from typing import Final

from rich.markup import escape

from stammtisch.core.language import Reader
from stammtisch.games.duel.rules import LANES, SEATS, Options, State
from stammtisch.kernel.seats import NONE

_RED: Final = "[bold red]✗[/]"
_GREEN: Final = "[bold green]✓[/]"
_COVERED: Final = "[yellow]?[/]"
_ROACH: Final = "[bold]ж[/]"
_QUEEN: Final = "[bold yellow]♛[/]"
_WALL: Final = "[dim]│[/]"


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

"""The table of Costume Party in a terminal, in Rich's markup: at most 78 columns, as one viewer sees it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len, set_cell_size
from rich.markup import escape, render

from stammtisch.core.language import Reader
from stammtisch.games.party.position import KING, Options, Phase, State
from stammtisch.games.party.words.costumes import guest_name, values_in
from stammtisch.kernel.seats import NONE, UNKNOWN

_NAME: Final = 12  # cells that a name has in the picture
_BACK: Final = "[yellow]▒▒[/]"  # a card face down that the viewer does not know
_TIE: Final = "[bold yellow]=[/]"
_MIRROR: Final = "[bold cyan]◇[/]"
_EMPTY: Final = "[dim]·[/]"


def picture(v: State, o: Options, viewer: int, reader: Reader) -> str:
    """Return the dance floor, the guests with their displays, and the viewer's own hand in Rich's markup."""
    say, guests = reader.say, range(o.guests)
    floor = _floor(v)
    above = [""] * len(floor)
    names = [_guest(v, o, guest, viewer, reader) for guest in guests]
    columns = [[_dim("  " + say("dance floor")), *above, *names]]
    columns.append([*above, _dim(say("played")), *(_played(v, guest) for guest in guests)])
    columns.append([*floor, _dim(say("display")), *(_display(v, guest, viewer) for guest in guests)])
    columns.append([*above, _dim(say("sum")), *(_sum(v, guest) for guest in guests)])
    if o.games > 1:
        columns.append([*above, _dim(say("total")), *(f"[bold]{v.total[guest]}[/]" for guest in guests)])
    hands = _own_cards(v, viewer, reader) if viewer < o.seats else _open_hands(v, o, reader)
    return "\n".join([_dim(_heading(v, o, reader)), "", *_rows(columns), *hands])


def _dim(text: str) -> str:
    return f"[dim]{text}[/]"


def _rows(columns: Sequence[Sequence[str]]) -> list[str]:
    """Return columns as rows: names and displays aligned to the left, the others to the right."""
    padded: list[list[str]] = []
    for index, column in enumerate(columns):
        widths = [_width(cell) for cell in column]
        spaces = [" " * (max(widths) - width) for width in widths]
        sides = (column, spaces) if index in (0, 2) else (spaces, column)
        padded.append(["".join(cell) for cell in zip(*sides, strict=True)])
    return ["  ".join(cells).rstrip() for cells in zip(*padded, strict=True)]


def _width(markup: str) -> int:
    return render(markup, emoji=False).cell_len


def _heading(v: State, o: Options, reader: Reader) -> str:
    """Say where the party is; in a match, in which game too."""
    if o.games == 1 or v.phase >= Phase.SCORED:
        return _chapter(v, o, reader)
    game = reader.say("Game {game} of {games}.", game=v.game_number, games=o.games)
    return f"{game} {_chapter(v, o, reader)}"


def _chapter(v: State, o: Options, reader: Reader) -> str:
    say = reader.say
    match v.phase:
        case Phase.FLOOR | Phase.TIE:
            return say("The first cockroaches step onto the dance floor.")
        case Phase.DRAW if v.round_number == 0:
            return say("The hands are drawn.")
        case Phase.SEAL:
            return say("Everybody lays a card face down.")
        case Phase.COUNT:
            return say("The dance floor is empty.")
        case Phase.SCORED:
            return say("Game {game} of {games} is counted.", game=v.game_number, games=o.games)
        case Phase.OVER:
            return say("The party is over.")
        case _:
            return _round(v, o, reader)


def _round(v: State, o: Options, reader: Reader) -> str:
    say, where = reader.say, {"round": v.round_number, "rounds": o.last}
    match v.phase:
        case Phase.PLAY:
            return say("Round {round} of {rounds}: everybody chooses a card.", **where)
        case Phase.TAKE if v.king != NONE:
            return say("Round {round} of {rounds}: {name} takes it all.", name=_name(v.turn, o, reader), **where)
        case Phase.TAKE:
            return say("Round {round} of {rounds}: {name} takes a card.", name=_name(v.turn, o, reader), **where)
        case Phase.MIRROR:
            name = _name(v.mirror, o, reader)
            return say("Round {round} of {rounds} is over. {name} has the mirror.", name=name, **where)
        case _:
            return say("Round {round} of {rounds} is over.", **where)


def _name(guest: int, o: Options, reader: Reader) -> str:
    name = guest_name(guest, o, reader)
    return escape(name if cell_len(name) <= _NAME else set_cell_size(name, _NAME - 1) + "…")


def _guest(v: State, o: Options, guest: int, viewer: int, reader: Reader) -> str:
    """Return a name with tie card and mirror, marked where the table waits for it, bold where it is the viewer's."""
    mark = "[bold]>[/]" if v.waits >> guest & 1 else " "
    style = "bold" if guest == viewer else "default"
    kept = "".join([*[_TIE] * (guest == v.holder), *[_MIRROR] * (guest == v.mirror)])
    return f"{mark} [{style}]{_name(guest, o, reader)}[/] {kept}".rstrip()


def _played(v: State, guest: int) -> str:
    """Return the card of this round: face down until all are open, and quiet when its guest has taken."""
    card = v.played[guest]
    if card == NONE:
        return ""
    if v.phase == Phase.PLAY:
        return _face_down(card)
    style = "bold yellow" if guest == v.king else "bold"
    return f"[{style}]{card}[/]" if v.to_take >> guest & 1 else _dim(str(card))


def _face_down(card: int) -> str:
    """Return a card that lies face down: a back, or what is under it for those who know."""
    return _BACK if card == UNKNOWN else f"({card})"


def _floor(v: State) -> list[str]:
    """Return the cards on the floor by value, in as many rows as there are of one kind."""
    rows = max(1, *(v.floor[value] for value in range(1, KING + 1)))
    there = [[value for value in range(1, KING + 1) if v.floor[value] > row] for row in range(rows)]
    return [_line(values, "bold magenta", " " if row else _EMPTY) for row, values in enumerate(there)]


def _line(values: Sequence[int], style: str, empty: str = _EMPTY) -> str:
    """Return values in the columns that all rows share, with dots to guide the eye."""
    cells = []
    for value in range(1, KING + 1):
        blanks = "" if value in values else " " * (len(str(value)) - 1)
        cells.append(f"[{style}]{value}[/]" if value in values else blanks + empty)
    return " ".join(cells)


def _display(v: State, guest: int, viewer: int) -> str:
    cards = _line(values_in(v.display[guest]), "bold" if guest == viewer else "default")
    return cards if v.face_down[guest] == NONE else f"{cards} {_face_down(v.face_down[guest])}"


def _sum(v: State, guest: int) -> str:
    """Return what a display comes to as far as the viewer knows."""
    known = sum(values_in(v.display[guest]))
    if v.face_down[guest] == UNKNOWN:
        return f"{known}+?"
    return str(known + (0 if v.face_down[guest] == NONE else v.face_down[guest]))


def _own_cards(v: State, viewer: int, reader: Reader) -> list[str]:
    """Return the viewer's hand, and what is still to come from the pile in whatever order."""
    say, parts = reader.say, []
    if v.hand[viewer]:
        parts.append(_dim("  " + say("your hand")) + f"  {_cards(v.hand[viewer])}")
    if v.pile[viewer]:
        rest = "  ".join([say("still in your pile"), " ".join(map(str, values_in(v.pile[viewer])))])
        parts.append(_dim("  " + rest))
    return ["", "  ".join(parts)] if parts else []


def _cards(bits: int) -> str:
    return " ".join(f"[bold]{value}[/]" if value != KING else "[bold yellow]13[/]" for value in values_in(bits))


def _open_hands(v: State, o: Options, reader: Reader) -> list[str]:
    """Return the hands if none of them hides anything: hardly ever for a spectator, always in a whole replay."""
    seats = [seat for seat in range(o.seats) if v.hand_size[seat]]
    if not seats or any(v.hand_size[seat] != len(values_in(v.hand[seat])) for seat in seats):
        return []
    names = [f"  [default]{_name(seat, o, reader)}[/]" for seat in seats]
    hands = [_cards(v.hand[seat]) for seat in seats]
    return ["", _dim("  " + reader.say("the hands")), *_rows([names, [""] * len(seats), hands])]

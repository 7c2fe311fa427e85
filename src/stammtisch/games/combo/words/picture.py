"""The table of Combination Race in a terminal, in Rich's markup: at most 78 columns, as one viewer sees it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Final

from rich.cells import cell_len, set_cell_size
from rich.markup import escape, render

from stammtisch.core.language import Reader
from stammtisch.games.combo.cards import RANKS, count_cards
from stammtisch.games.combo.combinations import FLUSH, FULL_HOUSE, STRAIGHT, THREE
from stammtisch.games.combo.notation import write
from stammtisch.games.combo.position import COLUMN, Options, Phase, State
from stammtisch.games.combo.stones import stones_left
from stammtisch.games.combo.words.names import cards_in, combination_name, worth_of
from stammtisch.games.combo.words.playable import layable
from stammtisch.kernel import NONE

_STYLES: Final = ("bold red", "bold yellow", "bold green", "bold bright_blue", "bold magenta")
_WIDTH: Final = 78
_LONGEST_NAME: Final = 14
_SHORTEST_NAME: Final = 6
_GAP: Final = "  "
_MOST_DRAWN: Final = 6  # columns that are drawn one by one; more are only counted


def picture(v: State, o: Options, viewer: int, reader: Reader) -> str:
    """Return the boards, the cards that lie open, and the viewer's own hand in Rich's markup."""
    rows = [_dim(_heading(v, o, reader)), *_boards(v, o, viewer, reader)]
    if v.blocked:
        names = ", ".join(_name(seat, reader) for seat in range(o.seats) if v.blocked >> seat & 1)
        rows.append(_dim(reader.say("blocked: {names}", names=names)))
    if v.phase == Phase.START:
        return "\n".join([*rows, "", *_letters(reader)])
    rows += ["", *_middle(v, reader), *_known(v, o, viewer, reader)]
    if viewer < o.seats:
        rows += _own(v, o, viewer, reader)
    return "\n".join(rows)


def _dim(text: str) -> str:
    return f"[dim]{text}[/]"


def _heading(v: State, o: Options, reader: Reader) -> str:
    say = reader.say
    match v.phase:
        case Phase.FIRST:
            return say("Who begins is drawn.")
        case Phase.START if o.expert:
            return say("The first stones: {name} places two.", name=_name(v.turn, reader))
        case Phase.START:
            return say("The first stones: everybody places three, at most two in a row.")
        case Phase.DEAL:
            return say("The cards are dealt.")
        case Phase.OVER:
            return say("The game is over.")
        case _ if v.turn == NONE:
            return say("The display is laid out.")
        case _:
            return _turn(v, reader)


def _turn(v: State, reader: Reader) -> str:
    say, where = reader.say, {"round": v.round_number, "name": _name(v.turn, reader)}
    match v.phase:
        case Phase.DRAW | Phase.TAKE:
            return say("Round {round}: {name} draws cards.", **where)
        case Phase.LAY | Phase.INTO | Phase.SPLIT:
            combination = combination_name(v.kind, say)
            return say("Round {round}: {name} lays a combination, {combination}.", combination=combination, **where)
        case Phase.EXCHANGE:
            return say("Round {round}: {name} exchanges cards for stones.", **where)
        case Phase.DISCARD:
            return say("Round {round}: {name} discards.", **where)
        case _:
            return say("Round {round}: the turn of {name}.", **where)


def _name(seat: int, reader: Reader, room: int = _LONGEST_NAME) -> str:
    name = reader.name(seat)
    return escape(name if cell_len(name) <= room else set_cell_size(name, room - 1) + "…")


def _boards(v: State, o: Options, viewer: int, reader: Reader) -> list[str]:
    """Return a line for each board: filled levels as dots, free ones as the stones they take, and what it is worth."""
    say, seats = reader.say, range(o.seats)
    columns = [
        [_dim(say("full house")), _dim(say("pile")), *(_row(v, o, seat, FULL_HOUSE) for seat in seats)],
        [_dim(say("flush")), _dim(say("display")), *(_row(v, o, seat, FLUSH) for seat in seats)],
        [_dim(say("three")), _dim(say("exchange")), *(_row(v, o, seat, THREE) for seat in seats)],
        [_dim(say("straight")), _dim(say("hand")), *(_row(v, o, seat, STRAIGHT) for seat in seats)],
        [_dim(say("pairs")), "", *(_columns(v, o, seat) for seat in seats)],
        [_dim(say("stones")), _dim(say("left")), *(f"[bold]{stones_left(v, seat)}[/]" for seat in seats)],
        [_dim(say("active")), _dim(say("+ reserve")), *(f"{v.active[seat]} + {v.reserve[seat]:2}" for seat in seats)],
    ]
    lines = [_GAP.join(cells) for cells in zip(*map(_aligned, columns), strict=True)]
    room = max(_SHORTEST_NAME, min(_LONGEST_NAME, _WIDTH - 2 - len(_GAP) - _width(lines[0])))
    names = ["", "", *(_seat(v, seat, viewer, reader, room) for seat in seats)]
    widest = max(map(_width, names))
    return [
        f"{name}{' ' * (widest - _width(name))}{_GAP}{line}".rstrip() for name, line in zip(names, lines, strict=True)
    ]


def _aligned(column: Sequence[str]) -> list[str]:
    widest = max(map(_width, column))
    return [" " * (widest - _width(cell)) + cell for cell in column]


@lru_cache(maxsize=1000)  # the same cells come again and again
def _width(markup: str) -> int:
    return render(markup, emoji=False).cell_len


def _seat(v: State, seat: int, viewer: int, reader: Reader, room: int) -> str:
    """Return a name, marked where the table waits for it and bold where it is the viewer's own."""
    mark = "[bold]>[/]" if v.waits >> seat & 1 else " "
    style = "dim" if v.blocked >> seat & 1 else "bold" if seat == viewer else "default"
    return f"{mark} [{style}]{_name(seat, reader, room)}[/]"


def _row(v: State, o: Options, seat: int, row: int) -> str:
    level = v.level[seat][row]
    free = [str(o.stones[number]) for number in range(level + 1, o.levels + 1)]
    worth = f"[bold]{worth_of(v, o, seat, row)}[/]"
    if row == STRAIGHT:
        worth = f"{v.hand_size[seat]}/{worth}"
    return f"{_track(level, free)} {worth}"


def _columns(v: State, o: Options, seat: int) -> str:
    filled = v.level[seat][COLUMN]
    if o.columns > _MOST_DRAWN:
        return f"{filled}/{o.columns}"
    return _track(filled, ["2"] * (o.columns - filled))


def _track(filled: int, free: Sequence[str]) -> str:
    """Return dots for what is filled, the next number bright and the others dim."""
    later = _dim("".join(free[1:])) if free[1:] else ""
    return "[bold cyan]" + "●" * filled + "[/]" + "".join(free[:1]) + later


def _letters(reader: Reader) -> list[str]:
    """Return what the letters mean with which start placements are written."""
    rows = [f"[bold]{letter}[/] {combination_name(row, reader.say)}" for row, letter in enumerate("ufts")]
    return [(_GAP + " ").join(rows)]


def _middle(v: State, reader: Reader) -> list[str]:
    """Return the display, the sizes of the piles, and the cards that are being laid."""
    say = reader.say
    chunks = [say("display: {cards}", cards=_faces(cards_in(v.display)) or "–")]
    chunks.append(say("pile: {number}", number=v.pile_size))
    chunks.append(say("discards: {number}", number=count_cards(v.discards)))
    if v.first != NONE:
        chunks.append(say("begins: {name}", name=_name(v.first, reader)))
    rows = _packed(chunks)
    if v.kind != NONE and v.chosen > 0:
        rows.append(say("laid: {cards}", cards=_faces(cards_in(v.laid))))
    return rows


def _known(v: State, o: Options, viewer: int, reader: Reader) -> list[str]:
    """Return what is known of other hands: cards taken openly, and all of them in a replay that shows everything."""
    chunks = [_dim(reader.say("known hands:"))]
    for seat in (seat for seat in range(o.seats) if seat != viewer):
        cards = cards_in(v.hand[seat])
        hidden = v.hand_size[seat] - len(cards)
        if cards:
            chunks.append(f"{_name(seat, reader)} {_faces(cards)}" + (_dim(f" +{hidden}") if hidden else ""))
    return _packed(chunks) if chunks[1:] else []


def _own(v: State, o: Options, viewer: int, reader: Reader) -> list[str]:
    """Return the viewer's hand, equal values together, and what it can lay."""
    if v.hand_size[viewer] == 0:
        return []
    groups = groupby(cards_in(v.hand[viewer]), lambda card: card % RANKS)
    hand = "  ".join(_faces(cards) for _, cards in groups)
    rows = [reader.say("your hand: {cards}", cards=hand)]
    if v.kind != NONE or v.blocked >> viewer & 1 or v.phase == Phase.OVER:
        return rows
    ready = [f"{combination_name(kind, reader.say)} {_faces(cards)}" for kind, cards in layable(v, o, viewer)]
    return [*rows, *_packed([_dim(reader.say("ready to lay:")), *ready])] if ready else rows


def _faces(cards: Iterable[int]) -> str:
    """Return cards in Rich's markup: a letter says the colour once more."""
    return " ".join(f"[{_STYLES[card // RANKS]}]{write(card)}[/]" for card in cards)


def _packed(chunks: Iterable[str]) -> list[str]:
    """Return chunks side by side, in as many lines as they need."""
    lines: list[str] = []
    for chunk in chunks:
        joined = f"{lines[-1]}{_GAP} {chunk}" if lines else chunk
        if lines and _width(joined) <= _WIDTH:
            lines[-1] = joined
        else:
            lines.append(_GAP + chunk if lines else chunk)
    return lines

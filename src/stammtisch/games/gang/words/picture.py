"""The table of Gang of Crooks in a terminal, in Rich's markup: at most 78 columns, as one viewer sees it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len, set_cell_size
from rich.markup import escape, render

from stammtisch.core.language import Reader
from stammtisch.games.gang.cards import CARDS, COLOURS, ONE_COLOUR, PENALTIES, VALUES
from stammtisch.games.gang.notation import write
from stammtisch.games.gang.rules import Options, Phase, State, waiting
from stammtisch.games.gang.words.people import signed
from stammtisch.kernel.seats import NONE

# Leaf, drop, diamond and mask. What costs points is shown in reverse: as dark on light, or light on dark, as can be.
_EMBLEMS: Final = "♣•♦∞"
_STYLES: Final = ("bold green", "bold bright_blue", "bold red", "bold")
_NAME: Final = 14  # cells that a name has in the picture


def picture(v: State, o: Options, viewer: int, reader: Reader) -> str:
    """Return the seats, both tricks and the viewer's own hand in Rich's markup."""
    say, seats = reader.say, range(o.seats)
    columns = [["", *(_seat(v, o, seat, viewer, reader) for seat in seats)]]
    columns.append([_dim(say("total")), *(f"[bold]{signed(v.total[seat])}[/]" for seat in seats)])
    columns.append([_dim(say("tricks")), *(str(len(_cards_in(v.taken[seat])) // o.seats) for seat in seats)])
    if v.phase >= Phase.SCORED:
        columns.append([_dim(say("this round")), *(signed(v.points[seat]) for seat in seats)])
    else:
        columns.append([_dim(say("in hand")), *(str(v.hand_size[seat]) for seat in seats)])
        columns.append([_dim(say("this trick")), *(_laid(v.trick[seat]) for seat in seats)])
        columns.append([_dim(say("last trick")), *(_laid(v.last[seat]) for seat in seats)])
    hands = _own_cards(v, o, viewer, reader) if viewer < o.seats else _open_hands(v, o, reader)
    return "\n".join([_dim(_heading(v, o, reader)), "", *_rows(columns, left=1), *hands])


def _dim(text: str) -> str:
    return f"[dim]{text}[/]"


def _rows(columns: Sequence[Sequence[str]], left: int) -> list[str]:
    """Return columns as rows, so many of them aligned to the left and the others to the right."""
    padded: list[list[str]] = []
    for index, column in enumerate(columns):
        widths = [_width(cell) for cell in column]
        spaces = [" " * (max(widths) - width) for width in widths]
        sides = (column, spaces) if index < left else (spaces, column)
        padded.append(["".join(cell) for cell in zip(*sides, strict=True)])
    return ["   ".join(cells).rstrip() for cells in zip(*padded, strict=True)]


def _width(markup: str) -> int:
    return render(markup, emoji=False).cell_len


def _heading(v: State, o: Options, reader: Reader) -> str:
    say, number = reader.say, v.round_number
    match v.phase:
        case Phase.DEAL:
            return say("Round {round}: the cards are dealt.", round=number)
        case Phase.PASS:
            return say.count(
                "Round {round}: three cards go to the left neighbour.",
                "Round {round}: three cards go {number} seats to the left.",
                number % o.seats,
                round=number,
            )
        case Phase.PLAY | Phase.TRICK:
            where = {"round": number, "trick": v.tricks + 1, "tricks": o.each}
            return say("Round {round}, trick {trick} of {tricks}. {name} leads.", name=_name(v.leader, reader), **where)
        case Phase.SCORED:
            return say("Round {round} is counted.", round=number)
        case Phase.OVER:
            return say("The match is over.")
        case _:
            return say("Round {round}: all cards are played.", round=number)


def _name(seat: int, reader: Reader) -> str:
    name = reader.name(seat)
    return escape(name if cell_len(name) <= _NAME else set_cell_size(name, _NAME - 1) + "…")


def _seat(v: State, o: Options, seat: int, viewer: int, reader: Reader) -> str:
    """Return a name, marked where the table waits for it and bold where it is the viewer's own."""
    mark = "[bold]>[/]" if waiting(v, o) >> seat & 1 else " "
    return f"{mark} [{'bold' if seat == viewer else 'default'}]{_name(seat, reader)}[/]"


def _laid(card: int) -> str:
    return "" if card == NONE else _face(card)


def _own_cards(v: State, o: Options, viewer: int, reader: Reader) -> list[str]:
    """Return the viewer's hand, and until the first trick is taken what was passed."""
    rows = [_hand(v.hand[viewer])] if v.hand[viewer] else []
    if v.passed[viewer] and v.tricks == 0:
        to = _name((viewer + v.round_number) % o.seats, reader)
        rows.append(reader.say("passed to {name}: {cards}", name=to, cards=_faces(v.passed[viewer])))
    giver = (viewer - v.round_number) % o.seats
    if v.phase > Phase.PASS and v.passed[giver] and v.tricks == 0:
        cards = _faces(v.passed[giver])
        rows.append(reader.say("passed by {name}: {cards}", name=_name(giver, reader), cards=cards))
    return ["", *rows] if rows else []


def _open_hands(v: State, o: Options, reader: Reader) -> list[str]:
    """Return the hands that hide nothing: none to a spectator, all in a replay that shows everything."""
    seats = [seat for seat in range(o.seats) if 0 < v.hand_size[seat] == len(_cards_in(v.hand[seat]))]
    columns = [[f"[default]{_name(seat, reader)}[/]" for seat in seats], [_faces(v.hand[seat]) for seat in seats]]
    return ["", *_rows(columns, left=2)] if seats else []


def _cards_in(bits: int) -> list[int]:
    """Return the cards of a set, by colour and in ascending order."""
    return [card for card in range(CARDS) if bits >> card & 1]


def _face(card: int) -> str:
    """Return a card in Rich's markup: its letter says the colour once more."""
    style = _STYLES[card // VALUES] + (" reverse" if PENALTIES >> card & 1 else "")
    return f"[{style}]{write(card)}[/]"


def _faces(bits: int) -> str:
    """Return a set of cards in Rich's markup."""
    return " ".join(map(_face, _cards_in(bits)))


def _hand(bits: int) -> str:
    """Return a hand in Rich's markup, each colour behind its emblem."""
    groups = [(colour, bits & ONE_COLOUR << colour * VALUES) for colour in range(COLOURS)]
    return "  ".join(f"[{_STYLES[colour]}]{_EMBLEMS[colour]}[/] {_faces(cards)}" for colour, cards in groups if cards)

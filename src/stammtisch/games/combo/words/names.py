"""What things are called at Combination Race: cards, combinations, rows, and where stones go."""

from __future__ import annotations

from collections.abc import Iterable

from stammtisch.core.language import Reader, Say
from stammtisch.games.combo.boards import UPGRADES
from stammtisch.games.combo.cards import COLOURS, RANKS
from stammtisch.games.combo.notation import write
from stammtisch.games.combo.position import COLUMN, COLUMNS, START_ROWS, Options, State
from stammtisch.games.combo.stones import stones_for
from stammtisch.kernel import Row


def card_name(card: int, say: Say) -> str:
    """Return a card as sentences and buttons name it."""
    value = card % RANKS + 1
    return (
        say("red {value}", value=value),
        say("yellow {value}", value=value),
        say("green {value}", value=value),
        say("blue {value}", value=value),
        say("violet {value}", value=value),
    )[card // RANKS]


def combination_name(kind: int, say: Say) -> str:
    """Return a combination, or the row that belongs to it, as a name of its own."""
    return (
        say("Full house"),
        say("Flush"),
        say("Three of a kind"),
        say("Straight"),
        say("Two pairs"),
        say("Four of a kind"),
        say("Five of a kind"),
    )[kind]


def row_name(target: int, say: Say) -> str:
    """Return the row in which a target lies."""
    return combination_name(min(target, COLUMN), say)


def start_name(placement: int, say: Say) -> str:
    """Return the rows of a start placement."""
    rows = START_ROWS[placement]
    often = {row: rows.count(row) for row in rows}
    names = (
        combination_name(row, say) if number == 1 else f"{combination_name(row, say)} ×{number}"
        for row, number in often.items()
    )
    return ", ".join(names)


def placing(v: State, o: Options, seat: int, target: int, what: str, say: Say) -> str:
    """Say of a combination or a row how many stones it would place where."""
    number = stones_for(v, o, seat, target)
    if target == COLUMNS:
        return say("{what}: 4 stones in two columns", what=what)
    if target == COLUMN:
        return say.count(
            "{what}: {number} stone in column {column}",
            "{what}: {number} stones in column {column}",
            number,
            what=what,
            column=v.level[seat][COLUMN] + 1,
        )
    return say.count(
        "{what}: {number} stone on level {level}",
        "{what}: {number} stones on level {level}",
        number,
        what=what,
        level=v.level[seat][target] + 1,
    )


def cards_in(cards: Row) -> list[int]:
    """Return the cards of a set from low to high, equal values by colour."""
    return [colour * RANKS + rank for rank in range(RANKS) for colour in range(COLOURS) if cards[colour] >> rank & 1]


def card_told(card: int, reader: Reader) -> str:
    """Return a card as it stands in a sentence: by its name, or as the reader's page draws it."""
    return reader.card(write(card), card_name(card, reader.say))


def cards_told(cards: Iterable[int], reader: Reader) -> str:
    """Return several cards as sentences list them."""
    return ", ".join(card_told(card, reader) for card in cards)


def worth_of(v: State, o: Options, seat: int, row: int) -> int:
    """Return what the level is worth that a seat has reached in a row."""
    assert row < UPGRADES, "columns are worth nothing"
    return o.value[row][v.level[seat][row]]

"""What there is at Combination Race: actions, the chapters of a game, options and the position."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from itertools import combinations_with_replacement
from typing import Annotated, Final

from stammtisch.errors import OptionError
from stammtisch.games.combo.boards import (
    BLUE,
    EXPERT_STONES,
    MOST_LEVELS,
    MOST_STONES,
    PRINTED,
    RED,
    STONES,
    UPGRADES,
    WORDS,
    Board,
    BoardChoice,
    refuse_unplayable,
)
from stammtisch.games.combo.cards import CARDS, COLOURS
from stammtisch.games.combo.combinations import KINDS
from stammtisch.kernel import CHANCE, Between, Record, Row, Rows, SeatOrChance, YesNo

VERSION: Final = 2
FEWEST: Final = 2  # seats
SEATS: Final = 4
DEALT: Final = 3  # cards that everybody is dealt
DISPLAY: Final = 4  # cards that lie open
ACTIVE: Final = 3  # stones that are active at first
SHUFFLES: Final = 8  # piles whose hidden cards are remembered apart; those of older ones are remembered together

# Where stones go: the rows of levels (full house, flush, three of a kind, straight), a column, or two of them.
COLUMN: Final = UPGRADES
COLUMNS: Final = UPGRADES + 1
TARGETS: Final = UPGRADES + 2

# Start placements as stones by row, two bits each: first those of the base game, then those of the expert game.
_THREES: Final = [rows for rows in combinations_with_replacement(range(UPGRADES), 3) if rows[0] != rows[2]]
_TWOS: Final = list(combinations_with_replacement(range(UPGRADES), 2))
START_ROWS: Final[tuple[tuple[int, ...], ...]] = (*_THREES, *_TWOS)
START_STONES: Final = tuple(sum(1 << 2 * row for row in rows) for rows in START_ROWS)
BASE_STARTS: Final = (1 << len(_THREES)) - 1
EXPERT_STARTS: Final = (1 << len(START_ROWS)) - 1 - BASE_STARTS

# Actions: a card is its own number, whether drawn, taken, laid, exchanged or discarded.
LAY: Final = CARDS  # + kind: lay a combination
INTO: Final = LAY + KINDS  # + target: where the stones of five of a kind go
RESERVE: Final = INTO + TARGETS  # + number: so many of the stones come from the reserve
DRAW: Final = RESERVE + MOST_STONES + 1
EXCHANGE: Final = DRAW + 1
DONE: Final = EXCHANGE + 1
SHUFFLE: Final = DONE + 1
FIRST: Final = SHUFFLE + 1  # + seat: it begins
PLACE: Final = FIRST + SEATS  # + number of a start placement
ACTIONS: Final = PLACE + len(START_ROWS)

SCRATCH: Final = COLOURS
_OWN: Final = (
    {
        "stones": [1, 1, 2, 2, 3],
        "full_house": [1, 1, 2, 3, 3, 4],
        "flush": [1, 2, 2, 3, 3, 4],
        "three": [1, 2, 2, 3, 4, 4],
        "straight": [6, 6, 7, 8, 9, 11],
        "columns": 3,
    },
    {
        "stones": [1, 1, 4],
        "full_house": [2, 3, 4, 6],
        "flush": [1, 1, 2, 3],
        "three": [2, 2, 3, 5],
        "straight": [5, 7, 9, 12],
        "columns": 8,
    },
)
OPTION_SETS: Final[tuple[Mapping[str, object], ...]] = (
    *(
        {"seats": seats, "quick": quick, "expert": expert}
        for seats in range(FEWEST, SEATS + 1)
        for quick in (False, True)
        for expert in (False, True)
    ),
    {"seats": 2, "quick": True, "board": _OWN[0]},
    {"seats": 3, "expert": True, "board": _OWN[1]},
)


class Phase(IntEnum):
    """The chapters of a game."""

    FIRST = 0  # NATURE draws who begins
    START = 1  # start placements: sealed and all at once, in the expert game one after another
    DEAL = 2  # NATURE deals the hands
    TURN = 3  # a seat draws, lays a combination or exchanges
    DRAW = 4  # NATURE draws cards for it
    TAKE = 5  # it takes cards from the display
    THEN = 6  # quick: having drawn, it lays a combination, exchanges, or neither
    LAY = 7  # it chooses the cards of its combination
    INTO = 8  # it chooses where the stones of its five of a kind go
    SPLIT = 9  # it chooses how many stones come from the reserve
    EXCHANGE = 10  # it chooses the cards that it exchanges
    DISCARD = 11  # it discards down to the hand limit
    REFILL = 12  # NATURE fills up the display
    SHUFFLE = 13  # a card is needed, and TABLE is about to shuffle the discards
    OVER = 14


class Rule(IntEnum):
    """Why an action is refused, in the order in which the rulebook would object."""

    OK = 0
    GAME_OVER = 1
    NOT_YOUR_TURN = 2
    NOT_AN_ACTION_NOW = 3
    FIELDS_ALREADY_USED = 4
    ONE_DRAW_A_TURN = 5
    DO_SOMETHING_FIRST = 6
    NO_SUCH_COMBINATION = 7
    ROW_IS_FULL = 8
    TOO_FEW_STONES = 9
    COLUMNS_NEED_AN_ACTIVE_STONE = 10
    SPLIT_NOT_POSSIBLE = 11
    RESERVE_IS_EMPTY = 12
    NO_CARD_TO_EXCHANGE = 13
    ACTIVE_ZONE_IS_FULL = 14
    CARD_NOT_IN_HAND = 15
    CARD_NOT_IN_DISPLAY = 16
    LOW_TO_HIGH = 17
    CARD_DOES_NOT_FIT = 18


class Reason(IntEnum):
    """Why a game ended."""

    ALL_PLACED = 0  # somebody has placed the last stone
    ONE_LEFT = 1  # all others are blocked


class Options(Record):
    """What may differ from one table to the next."""

    seats: Annotated[int, Between(FEWEST, SEATS)] = 2
    quick: Annotated[int, YesNo()] = 0
    expert: Annotated[int, YesNo()] = 0
    first: Annotated[int, SeatOrChance(SEATS)] = CHANCE
    board: Annotated[Row, WORDS, BoardChoice()] = PRINTED
    levels: int
    columns: int
    stones: Annotated[Row, MOST_LEVELS + 1]  # by level: the stones it takes
    value: Annotated[Rows, UPGRADES, MOST_LEVELS + 1]  # by upgrade row and level: what it is worth
    each: int  # stones of each seat


class State(Record):
    """Everything that is true at one moment of a game, or what one seat knows of it."""

    phase: int
    decided: Annotated[Row, SEATS]  # by seat: decisions completed
    round_number: int  # from 1; 0 before the first turn
    first: int  # the seat that begins every round; NONE before it is drawn
    turn: int  # the seat that places, is dealt to or has its turn; NONE where it is nobody's
    waits: int  # who owes a decision, as bits: asked at every step, so it is kept rather than derived
    start: Annotated[Row, SEATS]  # by seat: its start placement, sealed in the base game until all have one; or NONE
    level: Annotated[Rows, SEATS, UPGRADES + 1]  # by seat and row: levels reached; at last the columns filled
    active: Annotated[Row, SEATS]  # by seat: stones in the active zone
    reserve: Annotated[Row, SEATS]  # by seat: stones in the reserve
    blocked: int  # seats that cannot place all their stones any more and have lost, as bits
    hand: Annotated[Rows, SEATS, COLOURS]  # by seat: cards
    hand_size: Annotated[Row, SEATS]
    taken: Annotated[Rows, SEATS, COLOURS]  # by seat: cards in the hand that it took openly
    display: Annotated[Row, COLOURS]
    display_size: int
    pile: Annotated[Row, COLOURS]  # its order is nobody's yet
    pile_size: int
    discards: Annotated[Row, COLOURS]
    hidden: Annotated[Rows, SHUFFLES, COLOURS]  # by shuffle, the newest first: its cards that nobody has shown since
    drawn: Annotated[Rows, SEATS, SHUFFLES]  # by seat and shuffle: how many of these it holds
    kind: int  # the combination that is laid, or NONE
    laid: Annotated[Row, COLOURS]  # its cards so far
    chosen: int  # cards chosen in this decision
    last: int  # the last of them, or NONE
    owed: int  # cards yet to be drawn, taken or discarded
    target: int  # where stones go, or NONE


def prepare(o: Options) -> None:
    """Lay out the board; refuse one that could leave the pile empty, a player stuck, or all without an end.

    Raises:
        OptionError: The board is unplayable, or the first seat is not at the table.
    """
    if o.first >= o.seats:
        raise OptionError(f"first is {o.first}; it may be chance or a seat from 0 to {o.seats - 1}")
    printed = RED if o.expert else BLUE
    words = [o.board[index] for index in range(WORDS)]
    board = printed if words == PRINTED else Board.of(words)
    refuse_unplayable(board, o.seats, expert=bool(o.expert))
    o.levels = len(board.stones)
    o.columns = board.columns
    for level, stones in enumerate(board.stones, start=1):
        o.stones[level] = stones
    for row, values in enumerate(board.values):
        for level, value in enumerate(values):
            o.value[row][level] = value
    o.each = (EXPERT_STONES if o.expert else STONES)[o.seats]

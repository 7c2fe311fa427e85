"""The boards of Combination Race as data: the blue and the red one, and boards of a host's own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations_with_replacement, pairwise
from typing import Final

from stammtisch.errors import OptionError

UPGRADES: Final = 4  # rows with levels: full house, flush, three of a kind, straight
ROW_NAMES: Final = ("full_house", "flush", "three", "straight")
LEAST_LEVELS: Final = 2
MOST_LEVELS: Final = 6
MOST_STONES: Final = 5  # on one level, so that even the expert game's active zone has room for them
MOST_COLUMNS: Final = 20
STONES: Final = {2: 24, 3: 20, 4: 18}  # by seats: what everybody has to place
EXPERT_STONES: Final = {2: 30, 3: 24, 4: 18}
CARDS_IN_DISPLAY: Final = 4
_CARDS: Final = 65
_LEAST_LIMIT: Final = 5
_FIRST_STONES: Final = 3  # which everybody places before the first turn
_VALUES: Final = MOST_LEVELS + 1
WORDS: Final = 2 + MOST_LEVELS + UPGRADES * _VALUES  # of a board that an options record holds


@dataclass(frozen=True)
class Board:
    """What is printed on a board; level 0 is an empty row."""

    stones: tuple[int, ...]  # by level, from level 1 on: stones that it takes, in every upgrade row
    values: tuple[tuple[int, ...], ...]  # by upgrade row and level, from level 0 on
    columns: int  # of two pairs, two stones each

    def words(self) -> list[int]:
        """Return the board as a row of numbers of fixed length."""
        row = [len(self.stones), self.columns, *self.stones, *[0] * (MOST_LEVELS - len(self.stones))]
        for values in self.values:
            row += [*values, *[0] * (_VALUES - len(values))]
        return row

    @staticmethod
    def of(words: list[int]) -> Board:
        """Return the board that `words` gave this row."""
        levels, columns = words[:2]
        rows = [words[2 + MOST_LEVELS + row * _VALUES :][: levels + 1] for row in range(UPGRADES)]
        return Board(tuple(words[2 : 2 + levels]), tuple(map(tuple, rows)), columns)


BLUE: Final = Board((1, 1, 2, 3), ((1, 2, 3, 4, 5), (1, 2, 3, 4, 4), (1, 2, 3, 4, 5), (5, 6, 7, 8, 9)), 4)
RED: Final = Board(
    (1, 1, 1, 2, 3), ((1, 2, 3, 4, 5, 6), (1, 2, 3, 4, 4, 4), (1, 2, 3, 4, 5, 6), (5, 6, 7, 8, 9, 10)), 5
)
PRINTED: Final = [0] * WORDS  # what a record holds where the board is the blue or the red one


class BoardChoice:
    """The word printed (blue, in the expert game red), or a board of one's own as JSON."""

    def read(self, value: object) -> list[int] | None:
        """Return the numbers of a board.

        Raises:
            OptionError: A part of a board is missing, unknown or out of range.
        """
        if value == "printed":
            return list(PRINTED)
        return _read_board(value).words() if isinstance(value, Mapping) else None

    def write(self, held: object) -> object:
        """Return the word, or the parts of the board by name."""
        assert isinstance(held, list)
        if held == PRINTED:
            return "printed"
        board = Board.of(held)
        rows = dict(zip(ROW_NAMES, map(list, board.values), strict=True))
        return {"stones": list(board.stones), **rows, "columns": board.columns}

    def accepts(self) -> str:
        """Say both forms."""
        return "printed, or a board with stones, full_house, flush, three, straight and columns"


def _read_board(parts: Mapping[str, object]) -> Board:
    wanted = ("stones", *ROW_NAMES, "columns")
    for name in (*wanted, *parts):
        if name not in parts or name not in wanted:
            state = "unknown" if name in parts else "missing"
            raise OptionError(f"{name!r} is {state} on the board; it has {', '.join(wanted)}")
    stones = _numbers(parts, "stones", 1, MOST_STONES)
    if not LEAST_LEVELS <= len(stones) <= MOST_LEVELS:
        raise OptionError(f"stones has {len(stones)} levels; a board may have {LEAST_LEVELS} to {MOST_LEVELS}")
    rows = tuple(_numbers(parts, name, 1, _CARDS) for name in ROW_NAMES)
    for name, row in zip(ROW_NAMES, rows, strict=True):
        if len(row) != len(stones) + 1:
            raise OptionError(f"{name} has {len(row)} values; it may have {len(stones) + 1}, from level 0 on")
    return Board(stones, rows, _number(parts["columns"], "columns", 0, MOST_COLUMNS))


def _numbers(parts: Mapping[str, object], name: str, low: int, high: int) -> tuple[int, ...]:
    row = parts[name]
    if not isinstance(row, list | tuple):
        raise OptionError(f"{name} is {row!r}; it may be a list of numbers")
    return tuple(_number(number, name, low, high) for number in row)


def _number(number: object, name: str, low: int, high: int) -> int:
    if not isinstance(number, int) or isinstance(number, bool) or not low <= number <= high:
        raise OptionError(f"{name} holds {number!r}; it may hold {low} to {high}")
    return number


def refuse_unplayable(board: Board, seats: int, *, expert: bool) -> None:
    """Refuse a board on which the pile could fail, a player be stuck, or nobody ever place all stones.

    Raises:
        OptionError: It is such a board; the message says why.
    """
    full_house, flush, _, straight = board.values
    if board.stones[:2] != (1, 1):
        raise OptionError(f"levels 1 and 2 take {list(board.stones[:2])} stones; they may take 1 each")
    if min(straight) < _LEAST_LIMIT:
        raise OptionError(f"straight holds a hand limit of {min(straight)}; it may be {_LEAST_LIMIT} or more")
    for level, (before, limit) in enumerate(pairwise(straight), start=1):
        if limit < before:
            found = f"straight holds a hand limit of {limit} at level {level} after {before}"
            raise OptionError(f"{found}; it may not fall from one level to the next")
    if max(flush) > CARDS_IN_DISPLAY:
        raise OptionError(f"flush holds {max(flush)}; it may hold at most {CARDS_IN_DISPLAY}, as many as are displayed")
    cards = seats * max(straight) + max(full_house) + CARDS_IN_DISPLAY
    if cards > _CARDS:
        raise OptionError(f"{seats} seats may need {cards} cards at once on this board; there may be {_CARDS}")
    _refuse_too_little_room(board, (EXPERT_STONES if expert else STONES)[seats], expert=expert)


def _refuse_too_little_room(board: Board, stones: int, *, expert: bool) -> None:
    room = UPGRADES * sum(board.stones) + 2 * board.columns
    if room < stones:
        found = f"rows and columns hold {room} stones together"
        raise OptionError(f"{found}; they may hold {stones} or more, as many as a player has")
    if not expert and (stuck := _dead_end(board, stones)):
        raise OptionError(f"the board can leave a player stuck with {stuck[0]} stones: {stuck[1]}; it may not")


def _dead_end(board: Board, stones: int) -> tuple[int, str] | None:
    """Return stones that a player may be unable to place, and where he then stands, or nothing if he always can.

    A column or a last stone can always be placed where there is room, so whoever is stuck has filled all columns and
    has two stones or more, fewer than any row wants. Before each of his placements he had more stones than it took: any
    order of them was allowed, and all that matters is where he stands. Rows take the same stones, so their order does
    not matter, either: a few hundred places are looked at, whatever the board.
    """
    taken = [sum(board.stones[:level]) for level in range(len(board.stones) + 1)]
    for levels in combinations_with_replacement(range(len(taken)), UPGRADES):
        left = stones - sum(taken[level] for level in levels) - 2 * board.columns
        begun = sum(min(level, 2) for level in levels) >= _FIRST_STONES  # which lie on levels 1 and 2
        if left > 1 and begun and all(need > left for level in levels for need in board.stones[level : level + 1]):
            rows = ", ".join(f"{name} {level}" for name, level in zip(ROW_NAMES, levels, strict=True))
            return left, f"{rows}, columns {board.columns}"
    return None

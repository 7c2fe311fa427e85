"""What lies before one player of Combination Race, and where stones may go: from the rulebook, naively."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from typing import Final, NamedTuple

from tests.games.combo.naive import ROWS

TARGETS: Final = (*ROWS, "column", "columns")


class Board(NamedTuple):
    """What is printed on a board."""

    stones: list[int]  # by level, from level 1 on
    values: dict[str, list[int]]  # by row and level, from level 0 on
    columns: int


BLUE: Final = Board(
    [1, 1, 2, 3],
    {"full": [1, 2, 3, 4, 5], "flush": [1, 2, 3, 4, 4], "three": [1, 2, 3, 4, 5], "straight": [5, 6, 7, 8, 9]},
    4,
)
RED: Final = Board(
    [1, 1, 1, 2, 3],
    {
        "full": [1, 2, 3, 4, 5, 6],
        "flush": [1, 2, 3, 4, 4, 4],
        "three": [1, 2, 3, 4, 5, 6],
        "straight": [5, 6, 7, 8, 9, 10],
    },
    5,
)


def board_of(choices: Mapping[str, object]) -> Board:
    """Return the board of a table with these options."""
    own = choices.get("board", "printed")
    if isinstance(own, Mapping):
        values = {row: own["full_house" if row == "full" else row] for row in ROWS}
        return Board(own["stones"], values, own["columns"])
    return RED if choices.get("expert") else BLUE


class Player:
    """What lies before one player."""

    def __init__(self, board: Board, stones: int, *, expert: bool) -> None:
        self.board, self.expert = board, expert
        self.levels = dict.fromkeys((*ROWS, "column"), 0)
        self.stones, self.active, self.reserve = stones, 3, stones - 3
        self.hand: list[str] = []
        self.taken: set[str] = set()  # cards of the hand that were taken openly

    def copy(self) -> Player:
        """Return another player who stands the same."""
        twin = copy(self)
        twin.hand, twin.taken, twin.levels = list(self.hand), set(self.taken), dict(self.levels)
        return twin

    @property
    def left(self) -> int:
        """Stones yet to be placed."""
        return self.active + self.reserve

    def worth(self, row: str) -> int:
        """Return what the level reached in a row is worth."""
        return self.board.values[row][self.levels[row]]

    def wanted(self, target: str) -> int:
        """Return how many stones a placement takes, or 0 where there is no room for it."""
        if target in ROWS:
            level = self.levels[target]
            stones = self.board.stones[level] if level < len(self.board.stones) else 0
        else:
            columns = 1 if target == "column" else 2
            stones = 2 * columns if self.levels["column"] + columns <= self.board.columns else 0
        last_stone = self.left == 1 and not self.expert and target != "columns"
        return min(stones, 1) if last_stone else stones

    def splits(self, kind: str, target: str) -> list[int]:
        """Return how many of the stones for this placement may come from the reserve."""
        stones = self.wanted(target)
        return [
            number
            for number in range(stones + 1 if kind in ("four", "five") else 1)
            if 0 < stones <= number + self.active and number <= self.reserve
            if target != "columns" or number < stones
        ]

    def targets(self, kind: str) -> list[str]:
        """Return where stones for this combination may go."""
        rows = TARGETS if kind == "five" else (kind if kind in ROWS else "column",)
        return [target for target in rows if self.splits(kind, target)]

    def place(self, target: str, from_reserve: int) -> None:
        """Put stones on the board."""
        stones = self.wanted(target)
        self.reserve -= from_reserve
        self.active -= stones - from_reserve
        self.levels["column" if target == "columns" else target] += 2 if target == "columns" else 1

    def is_stuck(self) -> bool:
        """Whether the stones left cannot be made up exactly from free levels and columns."""
        sums = {2 * columns for columns in range(self.board.columns - self.levels["column"] + 1)}
        for row in ROWS:
            free = self.board.stones[self.levels[row] :]
            sums = {total + sum(free[:levels]) for total in sums for levels in range(len(free) + 1)}
        return self.left not in sums

    def most_exchanged(self) -> int:
        """Return how many cards may be exchanged now."""
        most = min(self.worth("three"), self.reserve, len(self.hand))
        return min(most, self.worth("straight") - self.active) if self.expert else most

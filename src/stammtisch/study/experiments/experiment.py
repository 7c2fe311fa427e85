"""What a study is asked beyond the usual, and which bots play for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, Final, TypeVar

from stammtisch.bots.arena.lineups import Lineup, fill
from stammtisch.bots.levels import find_bot
from stammtisch.bots.restricted_bot import WITHOUT
from stammtisch.core.game import find_game
from stammtisch.errors import StudyError

if TYPE_CHECKING:
    from stammtisch.study.plan import Cell

T = TypeVar("T")
FEWEST_PLAYOUTS: Final = 20
DOUBLINGS: Final = 8
BOTS: Final = "bots"  # what tells these cells from one another
AND: Final = "+"  # between bots that play together


@dataclass(frozen=True)
class Experiment:
    """One of the things that a study may be asked, or none."""

    skill: bool = False  # what it is worth to think twice as long
    without: tuple[str, ...] = ()  # actions, or patterns of them, that the first bot goes without, one after the other
    drawn: bool = False  # whether each seat's first decision is drawn at random

    @property
    def words(self) -> list[str]:
        """What asks for it on the command line."""
        found = ["--skill"] if self.skill else []
        for pattern in self.without:
            found += ["--without", pattern]
        return [*found, "--openings"] if self.drawn else found

    def as_json(self) -> dict[str, Any]:
        """Return what a folder is known by."""
        return {**asdict(self), "without": list(self.without)}

    def require_sound(self, bots: Sequence[str] | None) -> None:
        """Refuse more than one question, and bots where the question says who plays.

        Raises:
            StudyError: It is so.
        """
        if sum((self.skill, bool(self.without), self.drawn)) > 1:
            raise StudyError("skill, without and openings are asked together; a study may be asked one of them")
        if self.skill and bots:
            raise StudyError("bots are given together with skill, which lets the search play itself; give one of them")
        if len(set(self.without)) < len(self.without):
            raise StudyError("an action is left out twice; each may be given once")

    def cells(self, cell: Cell) -> list[Cell]:
        """Return the cells that are played in place of one.

        Raises:
            UnknownBot: No action is like a pattern, or the bot cannot go without any.
        """
        cell = replace(cell, drawn=self.drawn)
        if not self.lines:
            return [cell]
        return [self._played_by(cell, line) for line in self.lineups(cell)]

    @property
    def lines(self) -> int:
        """How many cells are played in place of one, if it is not that one alone."""
        return DOUBLINGS if self.skill else len(self.without) + bool(self.without)

    def groups(self, cells: Sequence[T]) -> list[Sequence[T]]:
        """Return the cells that are played in place of one, for each such; none if one is played as it is."""
        return [cells[first : first + self.lines] for first in range(0, len(cells), self.lines)] if self.lines else []

    def lineups(self, cell: Cell) -> list[Lineup]:
        """Return who plays in each of the cells."""
        if self.skill:
            doubled = [FEWEST_PLAYOUTS << step for step in range(DOUBLINGS)]
            return [fill((f"search:{2 * playouts}", f"search:{playouts}"), cell.seats) for playouts in doubled]
        first, *others = cell.match.lineup
        return [cell.match.lineup, *((f"{first}{WITHOUT}{pattern}", *others) for pattern in self.without)]

    @staticmethod
    def _played_by(cell: Cell, lineup: Lineup) -> Cell:
        for name in dict.fromkeys(lineup):
            find_bot(find_game(cell.match.game), name)
        shown = AND.join(dict.fromkeys(lineup))
        varied = (*((name, value) for name, value in cell.varied if name != BOTS), (BOTS, shown))
        return replace(cell, match=replace(cell.match, lineup=lineup), varied=varied, every_turn=True)


USUAL: Final = Experiment()

"""A house as a whole: what is read of one store to be put into another, or to be looked through.

Nothing is interpreted here. Rows come as they are kept, with whatever is wrong with them; only a doctor judges them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass
from typing import Protocol

from stammtisch.store.kept import Conflict, Report

Step = tuple[int, int, int, float]  # number, seat, action, and when, in seconds since 1970
Line = tuple[int, str, str, str]  # number, person, name, and what was said


@dataclass(frozen=True)
class Whole:
    """A table and all that belongs to it."""

    id: str
    game: str
    version: int
    choices: str  # JSON
    seed: bytes
    stage: str
    changed: float
    facts: str  # JSON
    revision: int
    steps: tuple[Step, ...]
    chat: tuple[Line, ...]
    reviews: tuple[tuple[str, str], ...]  # part, and what was found

    @property
    def row(self) -> tuple[object, ...]:
        """The table by itself, in the order of its columns."""
        plays = (self.id, self.game, self.version, self.choices, self.seed)
        return (*plays, self.stage, self.changed, self.facts, self.revision)


@dataclass(frozen=True)
class Extent:
    """How much there is of a table: whoever has as much of it has all."""

    revision: int
    steps: int
    lines: int
    reviews: int

    def goes_beyond(self, other: Extent) -> bool:
        """Whether there is something that the other lacks."""
        return any(here > there for here, there in zip(astuple(self), astuple(other), strict=True))


@dataclass(frozen=True)
class Register:
    """What belongs to no table: secrets, people, and how they get on."""

    secrets: Mapping[str, bytes]
    people: Mapping[str, str]
    blocks: frozenset[tuple[str, str]]
    bars: frozenset[str]
    reports: tuple[Report, ...]  # by number


class Archive(Protocol):
    """A store that is read as it was at one moment, whatever happens to it meanwhile, or one that is filled."""

    async def extents(self) -> dict[str, Extent]:
        """Return how much there is of each table, by its id.

        Raises:
            OSError: It cannot be read.
        """

    async def wholes(self, ids: Sequence[str]) -> list[Whole]:
        """Return tables with all that belongs to them.

        Raises:
            OSError: They cannot be read.
        """

    async def register(self) -> Register:
        """Return what belongs to no table.

        Raises:
            OSError: It cannot be read.
        """

    async def put(self, wholes: Sequence[Whole]) -> None:
        """Keep tables, all of them or none, or what is new about those that are there.

        Raises:
            Conflict: One went on here in another way; nothing was written.
            OSError: They cannot be written.
        """

    async def put_register(self, register: Register) -> None:
        """Keep what belongs to no table instead of what is there.

        Raises:
            OSError: It cannot be written.
        """

    async def faults(self) -> list[str]:
        """Return what is wrong beneath the tables: a damaged file, rows that belong to nothing.

        Raises:
            OSError: It cannot be read.
        """

    async def warnings(self) -> list[str]:
        """Return what is not wrong, and not as it should be."""

    async def close(self) -> None:
        """Let go."""


def refuse_fork(there: Whole | None, whole: Whole) -> None:
    """Make sure that a table goes on where the one that is there ends.

    Raises:
        Conflict: It does not.
    """
    if there is None:
        return
    same = (there.game, there.version, there.seed) == (whole.game, whole.version, whole.seed)
    steps, lines = whole.steps[: len(there.steps)], whole.chat[: len(there.chat)]
    if not same or steps != there.steps or lines != there.chat:
        raise Conflict(f"table {whole.id} went on in two ways, here and there")

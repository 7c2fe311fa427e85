"""What a store keeps, and what may be asked of it: the contract that both of them fulfil.

Any number of processes may share a store that says so. Then nothing in memory is the truth: a table is read again when
its marks have moved, and a change that was made to an older state of it is a conflict, of which nothing is written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol


class Conflict(Exception):
    """Somebody else has changed the table since it was read; nothing was written."""


class Unavailable(Exception):
    """The store cannot be reached now; nothing is known to be written, and it is worth trying again."""


@dataclass
class Saved:
    """A table as it is kept: what it plays, and the facts around the game (seats, host, pace)."""

    id: str
    game: str
    version: int
    choices: dict[str, object]
    seed: bytes
    stage: str  # open, running or over
    changed: float  # seconds since 1970
    facts: dict[str, Any]
    revision: int = 0  # how often it was saved; 0 before the first time


@dataclass(frozen=True)
class Marks:
    """How far a table is: whoever has read as much of it knows it."""

    revision: int
    steps: int
    lines: int  # of chat
    moved: float  # when the last step was taken, in seconds since 1970; 0 before the first


@dataclass(frozen=True)
class Report:
    """What somebody has to complain about at a table."""

    table: str
    by: str  # a person
    about: str  # a person
    words: str
    said: tuple[str, ...]  # what the other had last said at the table, as it was then
    at: float  # seconds since 1970
    number: int = 0  # the store's
    settled: bool = False


@dataclass(frozen=True)
class Wish:
    """One to be taken out of a bucket that holds `burst` and gets one back every so many seconds."""

    bucket: str
    burst: int
    seconds: float


class Games(Protocol):
    """The tables, and all that belongs to one."""

    async def save_table(self, saved: Saved) -> None:
        """Keep a new table, or what has changed about one, and count its revision up; what it plays never changes.

        Raises:
            Conflict: It was saved since `saved` was read.
        """

    async def table(self, table_id: str) -> Saved | None:
        """Return one table."""

    async def tables(self, *stages: str, listed: bool = False, person: str = "", most: int = -1) -> list[Saved]:
        """Return the tables in these stages, those changed last first.

        Args:
            stages: The stages.
            listed: Only those that anybody may find.
            person: Only those at which this person sits.
            most: How many at most; all, if it is negative.
        """

    async def count_by_stage(self) -> dict[str, int]:
        """Return how many tables there are in each stage."""

    async def marks(self, table_id: str) -> Marks | None:
        """Return how far a table is."""

    async def append(self, table_id: str, first: int, steps: Sequence[tuple[int, int]], revision: int) -> None:
        """Keep steps as numbers `first`, `first` + 1, …, all of them or none.

        Raises:
            Conflict: A step of one of these numbers is there already, or the table was saved since `revision`.
        """

    async def steps(self, table_id: str, first: int = 0) -> list[tuple[int, int]]:
        """Return the steps of a table from one number on, as seats and actions."""

    async def say(self, table_id: str, person: str, name: str, said: str) -> None:
        """Keep what somebody said at a table, after everything that was said there before."""

    async def chat(self, table_id: str, first: int = 0) -> list[tuple[str, str, str]]:
        """Return what was said at a table from one line on: by whom, under which name, and what."""

    async def save_review(self, table_id: str, part: str, found: str) -> None:
        """Keep what was found in a game that is over."""

    async def review(self, table_id: str, part: str) -> str | None:
        """Return what was found in a game, if it was looked through."""


class People(Protocol):
    """Who comes here, and how they get on."""

    async def secret(self, name: str, fresh: bytes) -> bytes:
        """Return a secret of this house, `fresh` if it had none."""

    async def save_person(self, person: str, name: str) -> None:
        """Keep a person's name."""

    async def person(self, person: str) -> str | None:
        """Return a person's name."""

    async def block(self, person: str, other: str, *, until_now: bool = False) -> None:
        """Note that somebody wants nothing to do with somebody else; `until_now`: that this is over."""

    async def blocked(self, person: str) -> frozenset[str]:
        """Return with whom somebody wants nothing to do."""

    async def bar(self, person: str, *, until_now: bool = False) -> None:
        """Note that somebody may not come in any more; `until_now`: that they may again."""

    async def barred(self) -> frozenset[str]:
        """Return who may not come in."""

    async def report(self, report: Report) -> None:
        """Keep a complaint; it gets a number."""

    async def reports(self, most: int = -1) -> list[Report]:
        """Return the complaints, those not settled first, then the newest first."""

    async def settle(self, number: int) -> None:
        """Note that a complaint was seen to."""


class Company(Protocol):
    """The other processes over the same store; alone, everything is granted."""

    @property
    def shared(self) -> bool:
        """Whether other processes may change what is kept."""

    @property
    def waiting(self) -> int:
        """How many wishes wait to be fulfilled."""

    def listen(self, heard: Callable[[str], None]) -> None:
        """Be told the ids of tables that somebody else may have changed; an empty one: any of them may have changed.

        It only wakes: whoever hears it reads the table. It is called in the loop in which the store was opened.
        """

    async def claim(self, name: str) -> bool:
        """Claim a piece of work that only one process may do; whether this one has it now.

        A claim ends with `release`, with the process, or with its connection to the store; whoever goes on asks again.
        """

    async def claim_tables(self, most: int) -> list[str]:
        """Claim running tables that nobody has claimed, so many at most (all, if negative); return their ids."""

    async def release(self, name: str) -> None:
        """Leave a piece of work to others."""

    async def saw(self, seen: Mapping[tuple[str, str], float]) -> None:
        """Let the others know when people were last seen, by table and person; older news changes nothing."""

    async def seen(self, table_id: str) -> dict[str, float]:
        """Return when the people of a table were last seen, in seconds since 1970."""

    async def take(self, wishes: Sequence[Wish]) -> float:
        """Take one out of each bucket, or out of none; how many seconds it is too early, 0 if it is not."""


class Store(Games, People, Company, Protocol):
    """Everything that is kept."""

    async def close(self) -> None:
        """Write what waits, and let go."""

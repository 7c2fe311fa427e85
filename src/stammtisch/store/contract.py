"""What a store keeps, and what may be asked of it: the contract that both of them fulfil.

Any number of processes may share a store that says so. Then nothing in memory is the truth: a table is read again when
its marks have moved, and a change that was made to an older state of it is a conflict, of which nothing is written.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any, Protocol

from stammtisch.store.board_contract import BoardStore
from stammtisch.store.coordination_contract import Coordination
from stammtisch.store.daily_contract import DailyStore
from stammtisch.store.rating_contract import RatingStore
from stammtisch.store.result_contract import GameResult, ResultStore


class Conflict(Exception):
    """Somebody else has changed the table since it was read; nothing was written."""


class Unavailable(Exception):
    """The store cannot be reached now; nothing is known to be written, and it is worth trying again."""


@dataclass
class StoredTable:
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
class TableMarks:
    """How far a table is: whoever has read as much of it knows it."""

    revision: int
    steps: int
    lines: int  # of chat
    waited: float = field(default=0.0, compare=False)  # seconds for the decision owed, as was last written down
    ago: float = field(default=0.0, compare=False)  # seconds since that, or since the last step, by the store's clock


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
class Face:
    """How somebody looks: the number of a costume, from 1, and of a colour, from 0."""

    costume: int
    colour: int


@dataclass(frozen=True)
class HostAct:
    """What a host of the house did, as the audit log keeps it."""

    at: float  # seconds since 1970
    host: str  # a person; empty for whoever has the host key, or the machine
    way: str  # browser, program or command
    what: str  # pause, resume, end, replace, bar, unbar, settle, reports, unlock, name, notice, host key, …
    table: str = ""
    person: str = ""  # about whom it was
    detail: str = ""
    number: int = 0  # the store's


@dataclass(frozen=True)
class HouseSign:
    """What the host has put up for everybody to read."""

    name: str = ""  # of the house; empty if it has none of its own
    notice: str = ""  # empty if there is none
    at: float = 0.0  # when the notice was put up, in seconds since 1970


class TableStore(Protocol):
    """The tables, with their steps, chat and reviews."""

    async def save_table(self, saved: StoredTable) -> None:
        """Keep a new table, or what has changed about one, and count its revision up; what it plays never changes.

        Raises:
            Conflict: It was saved since `saved` was read.
        """

    async def table(self, table_id: str) -> StoredTable | None:
        """Return one table."""

    async def tables(
        self, *stages: str, listed: bool = False, person: str = "", host: str = "", most: int = -1
    ) -> list[StoredTable]:
        """Return the tables in these stages, those changed last first.

        Args:
            stages: The stages.
            listed: Only those that anybody may find.
            person: Only those at which this person sits.
            host: Only those that this person has opened.
            most: How many at most; all, if it is negative.
        """

    async def forgotten_tables(self, before: float, most: int) -> list[tuple[str, int]]:
        """Return open tables that were last changed before some time, those changed longest ago first.

        Returns:
            So many at most, each by its id and revision.
        """

    async def crowding_tables(self, opened_from: str, most: int) -> list[tuple[str, int]]:
        """Return open tables opened from where at least two more are than from here, which wants another.

        Where a table was opened from is an address, by its hash, or its host where that is not known. Those of whoever
        has most come first, among them those of the host who has most, and those changed longest ago.

        Returns:
            So many at most, each by its id and revision.
        """

    async def count_by_stage(self) -> dict[str, int]:
        """Return how many tables there are in each stage."""

    async def marks(self, table_id: str) -> TableMarks | None:
        """Return how far a table is."""

    async def append(self, table_id: str, first: int, steps: Sequence[tuple[int, int]], revision: int) -> None:
        """Keep steps as numbers `first`, `first` + 1, …, all of them or none.

        Raises:
            Conflict: A step of one of these numbers is there already, or the table was saved since `revision`.
        """

    async def finish(
        self, saved: StoredTable, first: int, steps: Sequence[tuple[int, int]], result: GameResult | None
    ) -> None:
        """Keep the last steps of a game, its table as it is now, and its result if it has one: all of it or nothing.

        Raises:
            Conflict: There are not `first` steps, or the table was saved since `saved` was read.
        """

    async def steps(self, table_id: str, first: int = 0) -> list[tuple[int, int]]:
        """Return the steps of a table from one number on, as seats and actions."""

    async def save_chat(self, table_id: str, person: str, name: str, said: str) -> None:
        """Keep what somebody said at a table, after everything that was said there before."""

    async def chat(self, table_id: str, first: int = 0) -> list[tuple[str, str, str]]:
        """Return what was said at a table from one line on: by whom, under which name, and what."""

    async def said_by(self, person: str) -> list[tuple[str, int, str]]:
        """Return what a person has said at all tables: where, as which line, and what."""

    async def save_review(self, table_id: str, part: str, found: str) -> None:
        """Keep what was found in a game that is over."""

    async def review(self, table_id: str, part: str) -> str | None:
        """Return what was found in a game, if it was looked through."""


class PeopleStore(Protocol):
    """The people, with their blocks, bans and reports."""

    async def save_person(self, person: str, name: str) -> None:
        """Keep a person's name, and since when they are known if they were not."""

    async def person(self, person: str) -> str | None:
        """Return a person's name."""

    async def save_face(self, person: str, face: Face) -> None:
        """Keep how a person with a name wants to look."""

    async def face(self, person: str) -> Face | None:
        """Return how a person wants to look, if they have said so."""

    async def known_since(self, person: str) -> float:
        """Return when a person was first known, in seconds since 1970; 0 if nobody has counted."""

    async def save_shown_to(self, person: str, whom: str) -> None:
        """Keep to whom a person with a name shows what they have played: nobody (empty), `met` or `all`."""

    async def shown_to(self, person: str) -> str:
        """Return to whom a person shows what they have played; nobody, if they have not said so."""

    async def forget(self, person: str, gone: str, name: str, now: float) -> list[str]:
        """Delete what is kept about a person alone, and put another id and name in its place where others need it.

        That is in results, talk (whose words go) and reports. Tables are changed by whoever holds them, see
        `tables_naming`; the audit log stays as it was written, and knows people by their ids alone. It may be done
        again; the person is half forgotten until `end_forgetting`. It returns the tables in whose talk they spoke:
        these count as changed.
        """

    async def half_forgotten(self) -> dict[str, str]:
        """Return who is being forgotten and may still be named at tables, and what stands in their place."""

    async def end_forgetting(self, person: str) -> None:
        """Note that a person is named nowhere any more."""

    async def is_known(self, person: str) -> bool:
        """Whether anything is kept of a person, so that there is something to forget."""

    async def tables_naming(self, person: str) -> list[str]:
        """Return the tables in whose facts the id of a person stands."""

    async def forgotten(self, since: float = -inf) -> dict[str, float]:
        """Return the hashes of those who were forgotten at a time or later, and when; see `hash_of_person`."""

    async def count_people(self) -> int:
        """Return of how many people anything is kept: a name, a seat, words, tries, results; the forgotten are none."""

    async def save_link(self, person: str, link: str, until: float, now: float) -> None:
        """Save a person's link, good until some time; it replaces an older one, and those that are over are deleted."""

    async def link_owner(self, link: str, now: float) -> str | None:
        """Return whose link it is, if it is still good."""

    async def forget_links(self) -> None:
        """Delete every personal link."""

    async def use_link(self, link: str, now: float) -> str | None:
        """Return whose link it is, if it is still good; nobody can use it again."""

    async def block(self, person: str, other: str) -> None:
        """Save a block: somebody wants nothing to do with somebody else."""

    async def unblock(self, person: str, other: str) -> None:
        """End a block."""

    async def blocked(self, person: str) -> frozenset[str]:
        """Return whom somebody has blocked."""

    async def ban(self, person: str) -> None:
        """Save a ban: somebody may not come in any more."""

    async def unban(self, person: str) -> None:
        """End a ban."""

    async def banned(self) -> frozenset[str]:
        """Return who is banned."""

    async def report(self, report: Report) -> None:
        """Save a report; it gets a number."""

    async def reports(self, most: int = -1) -> list[Report]:
        """Return the reports, those not settled first, then the newest first."""

    async def reports_by(self, person: str) -> list[Report]:
        """Return what a person has reported, the oldest first."""

    async def settle(self, number: int) -> None:
        """Note that a report was seen to."""


class HouseStore(Protocol):
    """The house itself: its secrets, its sign, and what its hosts did."""

    async def secret(self, name: str, fresh: bytes) -> bytes:
        """Return a secret of this house, `fresh` if it had none."""

    async def secrets(self) -> dict[str, bytes]:
        """Return all secrets of this house, by name."""

    async def change_secret(self, name: str, old: bytes, new: bytes) -> None:
        """Put a secret in the place of another.

        Raises:
            Conflict: It is not `old` any more.
        """

    async def forget_secret(self, name: str) -> None:
        """Keep a secret no longer."""

    async def house_sign(self) -> HouseSign:
        """Return what the host has put up."""

    async def name_house(self, name: str, at: float) -> None:
        """Keep the name of the house; an empty one: it has none of its own any more."""

    async def post_notice(self, notice: str, at: float) -> None:
        """Keep a notice instead of the one before; an empty one: there is none any more."""

    async def record(self, act: HostAct, *, once: bool = False) -> None:
        """Record what a host did, for good: no store changes or deletes it afterwards. It gets a number.

        Args:
            act: What was done.
            once: Not, if the same is there already, whenever it was.
        """

    async def acts(self, most: int = -1, before: int = 0) -> list[HostAct]:
        """Return what hosts did, the newest first: so many at most, those before a number if one is given."""

    async def try_write(self, now: float) -> None:
        """Write something small, to know whether anything can be written.

        Raises:
            Unavailable: Nothing can.
        """


class Store(
    TableStore, ResultStore, BoardStore, RatingStore, DailyStore, PeopleStore, HouseStore, Coordination, Protocol
):
    """Everything that is kept."""

    async def close(self) -> None:
        """Write what waits, and let go."""

"""The connection pool to PostgreSQL: a few connections, timeouts, and one name for all the ways it can be away."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

import asyncpg

from stammtisch.store.contract import Unavailable
from stammtisch.store.migrations import TooNew

_CONNECTIONS: Final = 8
# A house asks for little at a time, and what it asks for lies in memory or on a disk that turns no more: indexes are
# worth it, while compiling a question or dividing it among workers takes longer than to answer it.
_SHORT_ANSWERS: Final = "SET jit = off; SET max_parallel_workers_per_gather = 0; SET random_page_cost = 1.1"
AWAY: Final = (  # whatever was asked, it is worth asking again
    OSError,  # with TimeoutError
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,  # shut down, just starting, a statement that took too long
    asyncpg.InsufficientResourcesError,
    asyncpg.TransactionRollbackError,
    asyncpg.ReadOnlySQLTransactionError,  # a copy that is about to become the database
    asyncpg.InvalidAuthorizationSpecificationError,
    asyncpg.InvalidCatalogNameError,
    asyncpg.InterfaceError,  # a connection that was closed
    asyncpg.InternalClientError,  # one that was closed in the middle of an answer
)


@dataclass(frozen=True)
class Timeouts:
    """How long the database is waited for, in seconds."""

    start: float = 10.0  # that it may need to start
    connect: float = 5.0
    answer: float = 5.0
    heartbeat: float = 2.0  # between two looks whether the listener's connection is there
    listener_answer: float = 3.0  # we notice that it is gone before the database lets others claim


TIMEOUTS: Final = Timeouts()


@contextmanager
def reaching() -> Iterator[None]:
    """Call it `Unavailable` if the database is away, however that shows.

    Raises:
        Unavailable: It is.
    """
    try:
        yield
    except AWAY as error:
        if isinstance(error, ValueError):  # asyncpg's word for arguments that do not fit, which is our fault
            raise
        raise Unavailable(f"the database is away: {str(error) or 'no answer in time'}") from error


@contextmanager
def opening(url: str) -> Iterator[None]:
    """Call it `OSError` if a database cannot be opened, in words that show no password.

    Raises:
        OSError: It cannot be reached or used, or a newer Stammtisch has written it.
    """
    try:
        yield
    except TooNew:
        raise
    except ValueError:  # its words may hold a piece of the password
        raise OSError(f"cannot open {shown_address(url)}: it is not an address of a database") from None
    except (*AWAY, asyncpg.PostgresError) as error:
        raise OSError(f"cannot open {shown_address(url)}: {str(error) or 'no answer'}") from error


def shown_address(url: str) -> str:
    """Return what may be shown of an address: no name, no password, nothing that may be part of one.

    >>> shown_address("postgresql://anna:secret@db.example:5432/house?password=secret")
    'postgresql://db.example:5432/house'
    >>> shown_address("postgresql://anna:s@cr?t@db.example/house")
    'postgresql://…'
    """
    scheme, _, rest = url.partition("://")
    place = rest.partition("?")[0]
    if rest.count("@") > 1 or "@" in rest[len(place) :]:
        return f"{scheme}://…"
    return f"{scheme}://{place.partition('@')[2] or place}"


def without_nul(text: str) -> str:
    """Return what PostgreSQL can keep of a text: everything but the zero character."""
    return text.replace("\0", "")


class Pool:
    """A connection pool, of which each statement takes one connection for as long as it needs an answer."""

    def __init__(self, url: str, timeouts: Timeouts) -> None:
        self._timeouts = timeouts
        self._pool = asyncpg.create_pool(
            url,
            min_size=0,  # else it fills the log with attempts while the database is away
            max_size=_CONNECTIONS,
            timeout=timeouts.connect,
            command_timeout=timeouts.answer,
            init=_plan_short_answers,
            reset=_leave_as_it_is,
            server_settings={"application_name": "stammtisch"},
        )
        self.queue_length = 0  # statements that have no answer yet

    async def open(self) -> None:
        """Get ready; connections are made when they are needed."""
        await self._pool

    async def close(self) -> None:
        """Wait for the answers that are owed, not for ever, and let go."""
        try:
            with reaching():
                await asyncio.wait_for(self._pool.close(), self._timeouts.answer)
        except Unavailable:
            self._pool.terminate()

    async def read(self, question: str, *values: object) -> list[Any]:
        """Return the rows of an answer; a connection that has just broken is no reason to give up.

        Raises:
            Unavailable: The database cannot be reached.
        """
        try:
            return await self.write(question, *values)
        except Unavailable as error:
            if isinstance(error.__cause__, TimeoutError):
                raise
        return await self.write(question, *values)

    async def write(self, statement: str, *values: object) -> list[Any]:
        """Run one statement, which is all done or not at all, and return its rows.

        It is not tried again: it may have been done, and only the answer was lost.

        Raises:
            Unavailable: The database cannot be reached, or it is not known whether it was.
        """
        self.queue_length += 1
        try:
            with reaching():
                async with self._pool.acquire(timeout=self._timeouts.connect) as connection:
                    return list(await connection.fetch(statement, *values))
        finally:
            self.queue_length -= 1

    async def write_together(self, statements: Sequence[tuple[str, Sequence[object]]]) -> list[list[Any]]:
        """Run statements with their values in one transaction, all of them or none, and return the rows of each.

        Raises:
            Unavailable: The database cannot be reached, or it is not known whether it was.
        """
        self.queue_length += 1
        try:
            with reaching():
                async with self._pool.acquire(timeout=self._timeouts.connect) as connection, connection.transaction():
                    return [list(await connection.fetch(statement, *values)) for statement, values in statements]
        finally:
            self.queue_length -= 1

    def text(self, text: str) -> str:
        """Return what can be kept of a text."""
        return without_nul(text)

    def lines(self, lines: Sequence[str]) -> list[str]:
        """Return several lines as one value."""
        return [without_nul(line) for line in lines]

    def among(self, place: str) -> str:
        """Return the condition that a value is one of the lines at a place."""
        return f"= ANY({place})"

    def limit(self, most: int) -> int | None:
        """Return the value of a `LIMIT`; a negative one is none."""
        return most if most >= 0 else None


async def _plan_short_answers(connection: Any) -> None:
    await connection.execute(_SHORT_ANSWERS)


async def _leave_as_it_is(connection: object) -> None:
    """Save the question that would put a connection back: single statements leave nothing behind."""

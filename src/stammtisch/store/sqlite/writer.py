"""The thread that reads and writes the store's file.

It owns the connection. Whatever waits when it is free is written in one transaction, so that many tables share one
flush to disk; nobody is answered before it is there.
"""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from queue import SimpleQueue
from typing import Any, Final, TypeVar

from stammtisch.store.contract import Unavailable

T = TypeVar("T")
_Answer = tuple[Any, BaseException | None]
_Job = tuple[Callable[[sqlite3.Connection], Any], Callable[[_Answer], object]]
_MOST_TOGETHER: Final = 500  # jobs in one transaction


class Writer:
    """Runs jobs on the file, one after another."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._closed = False
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="store", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Write what waits, and take no more."""
        self._closed = True
        self._jobs.put(None)
        self._thread.join()

    @property
    def queue_length(self) -> int:
        """How many jobs wait for the thread."""
        return self._jobs.qsize()

    async def read(self, question: str, *values: object) -> list[Any]:
        """Return the rows of an answer.

        Raises:
            Unavailable: The file cannot be used now, or was closed.
        """
        return await self.write(question, *values)

    async def write(self, statement: str, *values: object) -> list[Any]:
        """Run a statement, and return its rows when it is on disk.

        Raises:
            Unavailable: The file cannot be written now, or was closed; nothing of it is there.
        """
        return await self.run(lambda db: db.execute(with_marks(statement), values).fetchall())

    async def run(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """Let the thread do a job, and return when it is on disk.

        Raises:
            Unavailable: The file cannot be written now, or was closed; nothing of the job is there.
        """
        if self._closed:
            raise Unavailable("the store is closed")
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()

        def tell(answer: _Answer) -> None:
            with suppress(RuntimeError):  # whoever asked is gone, with their loop
                loop.call_soon_threadsafe(_settle, future, *answer)

        self._jobs.put((job, tell))
        return await future

    def text(self, text: str) -> str:
        """Return what can be kept of a text: all of it."""
        return text

    def lines(self, lines: Sequence[str]) -> str:
        """Return several lines as one value."""
        return json.dumps(lines)

    def among(self, place: str) -> str:
        """Return the condition that a value is one of the lines at a place."""
        return f"IN (SELECT value FROM json_each({place}))"  # noqa: S608  # a place

    def limit(self, most: int) -> int:
        """Return the value of a `LIMIT`; a negative one is none."""
        return most

    def _work(self) -> None:
        closing = False
        while not closing:
            waiting = [self._jobs.get()]
            while len(waiting) < _MOST_TOGETHER and not self._jobs.empty():
                waiting.append(self._jobs.get())
            closing = None in waiting
            self._run_together([job for job in waiting if job is not None])

    def _run_together(self, jobs: list[_Job]) -> None:
        """Run jobs in one transaction; one that fails leaves no trace and does not harm the others."""
        try:
            answers = self._written(jobs)
        except sqlite3.Error as error:  # nothing of it is there; whoever asked is told, and the next may have more luck
            answers = [(None, Unavailable(str(error)))] * len(jobs)
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
        for (_, tell), answer in zip(jobs, answers, strict=True):
            tell(answer)

    def _written(self, jobs: list[_Job]) -> list[_Answer]:
        db = self._connection
        answers: list[_Answer] = []
        db.execute("BEGIN IMMEDIATE")
        for job, _ in jobs:
            db.execute("SAVEPOINT job")
            try:
                answers.append((job(db), None))
            except Exception as error:  # it is handed to whoever asked
                db.execute("ROLLBACK TO job")
                away = isinstance(error, sqlite3.OperationalError)
                answers.append((None, Unavailable(str(error)) if away else error))
            db.execute("RELEASE job")
        db.execute("COMMIT")
        return answers


@cache
def with_marks(statement: str) -> str:
    """Return a statement as SQLite reads it: with `?1` for `$1`."""
    return re.sub(r"\$(\d)", r"?\1", statement)


def _settle(future: asyncio.Future[T], result: T, error: BaseException | None) -> None:
    if future.done():  # nobody waits any more
        return
    if error is None:
        future.set_result(result)
    else:
        future.set_exception(error)

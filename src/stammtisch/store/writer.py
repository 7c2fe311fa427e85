"""The thread that reads and writes the store's file.

It owns the connection. Whatever waits when it is free is written in one transaction, so that many tables share one
flush to disk; nobody is answered before it is there.
"""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from typing import Any, Final, TypeVar

from stammtisch.store.kept import Unavailable

T = TypeVar("T")
_Tell = Callable[[Any, BaseException | None], object]
_Wish = tuple[Callable[[sqlite3.Connection], Any], _Tell]
_MOST_TOGETHER: Final = 500  # wishes in one transaction


class Writer:
    """Fulfils wishes one after another."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._closed = False
        self._wishes: SimpleQueue[_Wish | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="store", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Write what waits, and take no more."""
        self._closed = True
        self._wishes.put(None)
        self._thread.join()

    @property
    def waiting(self) -> int:
        """How many wishes wait for the thread."""
        return self._wishes.qsize()

    async def do(self, wish: Callable[[sqlite3.Connection], T]) -> T:
        """Let the thread fulfil a wish, and return when it is on disk.

        Raises:
            Unavailable: The file cannot be written now, or was closed; nothing of the wish is there.
        """
        if self._closed:
            raise Unavailable("the store is closed")
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()

        def tell(result: Any, error: BaseException | None) -> None:
            with suppress(RuntimeError):  # whoever asked is gone, with their loop
                loop.call_soon_threadsafe(_settle, answer, result, error)

        self._wishes.put((wish, tell))
        return await answer

    def _work(self) -> None:
        closing = False
        while not closing:
            waiting = [self._wishes.get()]
            while len(waiting) < _MOST_TOGETHER and not self._wishes.empty():
                waiting.append(self._wishes.get())
            closing = None in waiting
            self._fulfil([wish for wish in waiting if wish is not None])

    def _fulfil(self, wishes: list[_Wish]) -> None:
        """Fulfil wishes in one transaction; one that fails leaves no trace and does not harm the others."""
        try:
            answers = self._written(wishes)
        except sqlite3.Error as error:  # nothing of it is there; whoever asked is told, and the next may have more luck
            answers = [(None, Unavailable(str(error)))] * len(wishes)
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
        for (_, tell), answer in zip(wishes, answers, strict=True):
            tell(*answer)

    def _written(self, wishes: list[_Wish]) -> list[tuple[Any, BaseException | None]]:
        db = self._connection
        answers: list[tuple[Any, BaseException | None]] = []
        db.execute("BEGIN IMMEDIATE")
        for wish, _ in wishes:
            db.execute("SAVEPOINT wish")
            try:
                answers.append((wish(db), None))
            except sqlite3.OperationalError as error:
                db.execute("ROLLBACK TO wish")
                answers.append((None, Unavailable(str(error))))
            except Exception as error:  # it is handed to whoever asked
                db.execute("ROLLBACK TO wish")
                answers.append((None, error))
            db.execute("RELEASE wish")
        db.execute("COMMIT")
        return answers


def _settle(answer: asyncio.Future[T], result: T, error: BaseException | None) -> None:
    if answer.done():  # nobody waits any more
        return
    if error is None:
        answer.set_result(result)
    else:
        answer.set_exception(error)

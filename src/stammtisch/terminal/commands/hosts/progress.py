"""The progress bar of commands that work on a whole house, and plain words where its store fails."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from stammtisch.errors import StammtischError
from stammtisch.store.transfer.copy import Tell
from stammtisch.terminal.files import reason
from stammtisch.terminal.progress_bar import progress_bar

T = TypeVar("T")


def run_house(work: Coroutine[Any, Any, T]) -> T:
    """Do something with a house.

    Raises:
        StammtischError: A store cannot be used.
    """
    try:
        return asyncio.run(work)
    except OSError as error:
        words = f"cannot use {error.filename}: {reason(error)}" if error.filename else str(error)
        raise StammtischError(words) from error


@contextmanager
def progress(what: str) -> Iterator[Tell]:
    """Show a bar on a terminal as long as something takes, and let Ctrl-C end it."""
    with progress_bar(what) as show:

        def tell(done: int, total: int) -> None:
            show(done, total)
            doing = asyncio.current_task()
            if doing and doing.cancelling():  # a file is read and written without a pause in which it could be
                raise asyncio.CancelledError

        yield tell

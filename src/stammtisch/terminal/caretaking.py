"""What commands share that work on a whole house: a bar that shows how far they are, plain words for trouble."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from stammtisch.errors import StammtischError
from stammtisch.store.moving import Tell
from stammtisch.terminal.files import reason

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
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(what, total=None)

        def tell(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)
            doing = asyncio.current_task()
            if doing and doing.cancelling():  # a file is read and written without a pause in which it could be
                raise asyncio.CancelledError

        yield tell

"""Long tasks in a process of their own that goes behind all others: nobody at a table waits for them."""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any, Final, TypeVar

from stammtisch.bots.processes.worker import set_up_process
from stammtisch.errors import StammtischError

T = TypeVar("T")
_NICENESS: Final = 15
_LOOK: Final = 0.1  # seconds between two looks at what has come


class Ended(StammtischError):
    """A process that ended before its task was done."""


async def in_background(task: Callable[..., T], *about: object, tell: Callable[[int, int], object]) -> T:
    """Return what a task returns that is given `about` and a way to tell how much is done.

    Raises:
        Ended: The process was killed, or the task failed.
    """
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_work, args=(there, task, about), daemon=True)
    process.start()
    there.close()
    try:
        while True:
            while not here.poll():  # noqa: ASYNC110  # a pipe has no event
                await asyncio.sleep(_LOOK)
            finished, what = here.recv()
            if finished:
                result: T = what
                return result
            tell(*what)
    except EOFError as error:
        raise Ended("the process ended before its task was done") from error
    finally:
        process.kill()
        process.join()
        here.close()


def _work(there: Connection, task: Callable[..., Any], about: tuple[object, ...]) -> None:
    set_up_process(_NICENESS)
    there.send((True, task(*about, lambda done, of: there.send((False, (done, of))))))

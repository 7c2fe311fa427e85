"""A worker thread for what takes long: one thing after another, while the event loop serves everybody.

There is one for the whole process: Python runs one thread at a time, and with each more the loop waits longer for its
turn. It is no executor of the standard library, because a house that closes would wait for what that has begun.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from functools import cache, partial
from queue import SimpleQueue
from threading import Thread
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

_Jobs = SimpleQueue[tuple[Callable[[], Any], Future[Any]]]


async def in_worker_thread(work: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
    """Do something in the worker thread and return what it returns; nobody may change meanwhile what it reads."""
    answer = Future[T]()
    _started().put((partial(work, *args, **named), answer))
    return await asyncio.wrap_future(answer)


@cache
def _started() -> _Jobs:
    jobs = _Jobs()
    Thread(target=_work, args=(jobs,), name="worker", daemon=True).start()
    return jobs


def _work(jobs: _Jobs) -> None:
    while True:
        work, answer = jobs.get()
        if not answer.set_running_or_notify_cancel():  # nobody waits for it any more
            continue
        try:
            answer.set_result(work())
        except BaseException as error:
            answer.set_exception(error)
        del work, answer  # while it waits, the thread keeps nothing

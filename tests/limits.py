"""A test that takes too long fails, and says where every thread and every task of it stands.

pytest-timeout knows how long each test may take: the limit in pyproject.toml, or that of its own
`@pytest.mark.timeout`. What happens then is said here: the test fails with the stacks. One that does not end even then,
because its tear-down waits, too, or because no Python runs, is ended with its process soon after.
"""

from __future__ import annotations

import asyncio
import faulthandler
import gc
import os
import signal
import sys
import threading
import traceback
from collections.abc import Iterator
from types import FrameType
from typing import Any, Protocol

import pytest

GRACE = 30.0  # seconds for the tear-down of a test that failed so


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(TimeLimits())


class Limit(Protocol):
    """What pytest-timeout knows about a test."""

    timeout: float


class TimeLimits:
    """A plugin that does what is due when a test takes too long."""

    def __init__(self) -> None:
        assert sys.__stderr__ is not None
        self.screen = os.dup(sys.__stderr__.fileno())  # as it is now; later it is captured

    @pytest.hookimpl(tryfirst=True)
    def pytest_timeout_set_timer(self, item: pytest.Item, settings: Limit) -> bool:
        """Set two alarms: one fails the test, and one ends the process."""

        def fail(_signal: int, _frame: FrameType | None) -> None:
            __tracebackhide__ = True
            pytest.fail(f"{item.nodeid} takes longer than {settings.timeout:g} s\n{''.join(stacks())}")

        signal.signal(signal.SIGALRM, fail)
        signal.setitimer(signal.ITIMER_REAL, settings.timeout)
        self._end_after(settings.timeout + GRACE)
        return True

    @pytest.hookimpl(trylast=True)
    def pytest_exception_interact(self) -> None:
        """Set the second alarm again for the tear-down of a test that failed: pytest has just taken it back."""
        self._end_after(GRACE)

    @pytest.hookimpl(tryfirst=True)
    def pytest_timeout_cancel_timer(self) -> bool:
        """Take back both."""
        faulthandler.cancel_dump_traceback_later()
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        return True

    def _end_after(self, seconds: float) -> None:
        faulthandler.dump_traceback_later(seconds, file=self.screen, exit=True)


def stacks() -> Iterator[str]:
    """Yield where every thread stands, and every task that is not done, down to what it waits for."""
    names = {thread.ident: thread.name for thread in threading.enumerate()}
    for ident, frame in sys._current_frames().items():
        yield f"\nthread {names.get(ident, ident)}:\n"
        yield from traceback.format_stack(frame)
    for task in [each for each in gc.get_objects() if isinstance(each, asyncio.Task) and not each.done()]:
        yield f"\n{task!r}:\n"
        yield from _chain(task.get_coro())


def _chain(coroutine: Any) -> Iterator[str]:
    """Yield the lines at which coroutines, each awaited by the one before, stand still."""
    while coroutine is not None:
        frame = getattr(coroutine, "cr_frame", None) or getattr(coroutine, "gi_frame", None)
        if frame is not None:
            yield from traceback.StackSummary.extract([(frame, frame.f_lineno)]).format()
        coroutine = getattr(coroutine, "cr_await", None) or getattr(coroutine, "gi_yieldfrom", None)

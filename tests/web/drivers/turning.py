"""Turning the clock of a server: its bots pause, and its workers look again, by that clock."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from tests.turned_clock import TurnedClock
from tests.waiting import eventually

T = TypeVar("T")
_GLANCE = 0.1  # seconds in which a worker looks that was woken: more than twice the pause of its bots


def turn(clock: TurnedClock, seconds: float, times: int = 6) -> None:
    """Turn a clock by so many seconds, bit by bit; workers look in between, and once more shortly before the end."""
    for bit in [*[(seconds - _GLANCE) / times] * times, _GLANCE / 2, _GLANCE / 2]:
        eventually(lambda: clock.waiting, "somebody who waits for the clock")
        woken = clock.advance(bit)
        eventually(partial(clock.is_settled, woken), "those who were woken to wait again")


def turn_until(clock: TurnedClock, condition: Callable[[], T], what: str, by: float = 0.05) -> T:
    """Turn a clock bit by bit until something holds."""

    def turned() -> T:
        clock.advance(by)
        return condition()

    return eventually(turned, what)

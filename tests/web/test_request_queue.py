"""The queue before the pages: a few in each round of the loop, in their order, and nobody waits without need."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress

import pytest

from stammtisch.web.request_queue import RequestQueue
from tests.waiting import PATIENCE


class Rounds:
    """Counts the rounds of the running loop."""

    def __init__(self) -> None:
        self.number = 0
        self._count()

    def _count(self) -> None:
        self.number += 1
        self._next = asyncio.get_running_loop().call_soon(self._count)

    def stop(self) -> None:
        """Count no more."""
        self._next.cancel()


def _begun(
    number: int, at_once: int, meanwhile: Callable[[list[asyncio.Task[None]]], None] = lambda _: None
) -> list[tuple[int, int]]:
    """Return who was begun in which round, of so many who come at the same moment."""

    async def run() -> list[tuple[int, int]]:
        queue, rounds, begun = RequestQueue(at_once), Rounds(), list[tuple[int, int]]()

        async def come(who: int) -> None:
            await queue.turn()
            begun.append((rounds.number, who))

        tasks = [asyncio.create_task(come(who)) for who in range(number)]
        await asyncio.sleep(0)
        meanwhile(tasks)
        await _all(tasks)
        rounds.stop()
        assert len(queue) == 0
        return begun

    return asyncio.run(run())


async def _all(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        with suppress(asyncio.CancelledError):
            await task


@pytest.mark.parametrize(("number", "at_once"), [(50, 4), (7, 1), (9, 3)])
def test_only_a_few_are_begun_in_a_round_and_all_in_the_order_of_coming(number: int, at_once: int) -> None:
    begun = _begun(number, at_once)

    assert [who for _, who in begun] == list(range(number))
    assert max(Counter(in_round for in_round, _ in begun).values()) == at_once
    assert begun[-1][0] - begun[0][0] <= number / at_once + 1, "rounds are left out"


def test_nobody_waits_where_few_come() -> None:
    begun = _begun(3, 4)

    assert {in_round for in_round, _ in begun} == {begun[0][0]}


def test_whoever_goes_away_keeps_nobody_waiting() -> None:
    def go_away(tasks: list[asyncio.Task[None]]) -> None:
        for task in tasks[4:8]:
            task.cancel()

    begun = _begun(12, 2, go_away)

    assert [who for _, who in begun] == [0, 1, 2, 3, 8, 9, 10, 11]
    assert begun[-1][0] - begun[0][0] <= 4


def test_one_after_another_is_always_at_once() -> None:
    async def run() -> None:
        queue = RequestQueue(1)
        for _ in range(5):
            turn: Awaitable[None] = queue.turn()
            await asyncio.wait_for(turn, PATIENCE)
            await asyncio.sleep(0)
        assert len(queue) == 0

    asyncio.run(run())

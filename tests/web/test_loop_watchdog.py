"""The watchdog notices whatever holds the loop, and tells our own work from a busy machine."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Callable
from io import StringIO

from prometheus_client import CollectorRegistry, generate_latest

from stammtisch.web.event_log import LOG, open_journal
from stammtisch.web.loop_watchdog import watched_loop
from stammtisch.web.metrics import LOOP_BUSY, LOOP_DELAY, exposition
from tests.waiting import until
from tests.web.drivers.loop_figures import LoopFigures

HELD = 0.12  # seconds
BOUND = 0.1


BOTH = CollectorRegistry()  # to write out all figures of a process takes longer than what is measured here
for figure in (LOOP_DELAY, LOOP_BUSY):
    BOTH.register(figure)


def _figures() -> LoopFigures:
    return LoopFigures.read(generate_latest(BOTH).decode())


def _watched(hold: Callable[[], object]) -> LoopFigures:
    """Return what the watchdog has measured of a loop that was held once."""

    async def run() -> LoopFigures:
        async with watched_loop(every=0.005, too_long=BOUND):
            before = _figures()
            await until(lambda: _figures().since(before).looks > 2, "the watchdog to look")
            hold()
            looks = _figures().looks
            await until(lambda: _figures().looks > looks, "the watchdog to look again")
        return _figures().since(before)

    return asyncio.run(run())


def _work() -> None:
    """Use the processor."""
    end = time.thread_time() + HELD
    while time.thread_time() < end:
        pass


def test_work_that_holds_the_loop_is_a_delay_and_time_of_its_own() -> None:
    found = _watched(_work)

    assert found.longest_delay > 0.1  # in the bucket above
    assert found.longest_busy > 0.1


def test_a_machine_that_is_busy_with_others_is_a_delay_and_none_of_our_time() -> None:
    found = _watched(lambda: time.sleep(HELD))  # as if others had the processor

    assert found.longest_delay > 0.1
    assert found.longest_busy <= 0.1


def test_the_journal_tells_of_our_own_work_only() -> None:
    journal = StringIO()
    handler = open_journal(journal)
    try:
        _watched(lambda: time.sleep(HELD))
        others = journal.getvalue()
        _watched(_work)
    finally:
        for log in (LOG, logging.getLogger("uvicorn")):
            log.removeHandler(handler)
        LOG.setLevel(logging.NOTSET)
    line = json.loads(journal.getvalue())

    assert others == ""
    assert (line["event"], line["level"]) == ("loop held", "warning")
    assert line["busy_ms"] >= 1000 * BOUND


def test_the_watchdog_ends_with_the_house() -> None:
    async def run() -> int:
        async with watched_loop():
            assert len(asyncio.all_tasks()) == 2
        return len(asyncio.all_tasks())

    assert asyncio.run(run()) == 1


def test_the_figures_are_histograms_that_prometheus_reads() -> None:
    lines = exposition({}, 0, 0, 0).decode().splitlines()

    for figure in (LOOP_DELAY, LOOP_BUSY):
        (name,) = (found.name for found in figure.collect())
        assert f"# TYPE {name} histogram" in lines
        assert any(line.startswith(f'{name}_bucket{{le="0.05"}}') for line in lines)

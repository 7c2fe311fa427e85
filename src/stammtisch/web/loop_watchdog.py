"""A watchdog over the event loop: how late it wakes those who wait, and how long it was busy before it did.

All people of a process are served by one loop; whatever holds it keeps all of them waiting. Two figures tell whose
fault a delay is: the time by which a short sleep was late is what people feel, and grows on a busy machine, too; the
processor time that the loop's own thread has used meanwhile is ours alone. It is at least that of the longest piece of
work that was done without a pause.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final

from stammtisch.web.event_log import LOG
from stammtisch.web.metrics import LOOP_BUSY, LOOP_DELAY

_EVERY: Final = 0.02  # seconds between two looks
_TOO_LONG: Final = 0.25  # seconds of work without a pause that the journal tells of


@asynccontextmanager
async def watched_loop(every: float = _EVERY, too_long: float = _TOO_LONG) -> AsyncIterator[None]:
    """Measure the delay of the running loop for as long as this is entered.

    Args:
        every: How many seconds lie between two looks. Not by the clock of the app: it is the machine that is measured.
        too_long: After how many seconds of its own work there is a line in the journal.
    """
    watching = asyncio.create_task(_watch(every, too_long))
    try:
        yield
    finally:
        watching.cancel()
        with suppress(asyncio.CancelledError):
            await watching


async def _watch(every: float, too_long: float) -> None:
    loop = asyncio.get_running_loop()
    used = time.thread_time()
    while True:
        due = loop.time() + every
        await asyncio.sleep(every)
        delay, before, used = max(0.0, loop.time() - due), used, time.thread_time()
        busy = used - before
        LOOP_DELAY.observe(delay)
        LOOP_BUSY.observe(busy)
        if busy > too_long:
            facts = {"delay_ms": round(1000 * delay), "busy_ms": round(1000 * busy)}
            LOG.warning("loop held", extra={"facts": facts})

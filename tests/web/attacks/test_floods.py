"""Floods of connections, headers, pings and boards: whoever plays meanwhile is answered, and memory does not grow."""

from __future__ import annotations

import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from tests.waiting import PATIENCE
from tests.web.attacks.floods import flooded
from tests.web.drivers.raw_person import Somebody
from tests.web.houses.process import serving

BENCH = Path(__file__).parents[3] / "bench" / "attacks.py"
FLOODED = 4.0  # seconds at least, so that there is time for memory to grow
ENOUGH = 3  # decisions that each takes in the flood; without limits it takes for ever, because no connection is left
MEGABYTE = 2**20


def _memory(process: int) -> int:
    return int(Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1]) * 4096


def _has_ended(flood: subprocess.Popen[str]) -> bool:
    """Whether a flood is over; people take a moment between two decisions."""
    with suppress(subprocess.TimeoutExpired):
        flood.wait(0.1)
    return flood.returncode is not None


def test_whoever_plays_is_answered_whatever_others_flood_the_house_with(tmp_path: Path) -> None:
    with serving(str(tmp_path / "house.db"), descriptors=256) as server:
        people = [Somebody.at(server.port, name) for name in ("Anna", "Tobi", "Vroni")]
        tables = [person.call("/tables", game="duel", bots=1, options={"spaces": 6})["id"] for person in people]
        before, decided = _memory(server.process.pid), dict.fromkeys(tables, 0)
        with flooded(server.port, PATIENCE) as flood:
            until = time.monotonic() + FLOODED
            while min(decided.values()) < ENOUGH or time.monotonic() < until:
                for person, table in zip(people, tables, strict=True):
                    decided[table] += len(person.act(table))
                assert not _has_ended(flood), f"only so many were taken meanwhile: {decided}"
            grown = _memory(server.process.pid) - before

        assert grown < 40 * MEGABYTE


@pytest.mark.alone
@pytest.mark.timeout(900)
def test_nobody_at_twenty_tables_waits_because_of_a_flood() -> None:
    run = subprocess.run([sys.executable, str(BENCH)], capture_output=True, text=True, check=False)  # noqa: S603

    assert run.returncode == 0, run.stdout + run.stderr
    assert "p95 held" in run.stdout

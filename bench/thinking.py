"""How other tables fare while bots think: the time from sending a decision to the push that shows it to another seat.

Some tables of gang are played by four people each, one decision a second per table, first while nobody else plays and
then while pars of deals of the day are computed behind everything else, as servers do it, and then while strong bots
think at tables of their own, both in as many processes as there are cores. Printed is also how much of the machine the
bots took: if it is little, nothing was measured.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
import numpy as np
from figures import Figure
from rich.console import Console
from rich.table import Table as Grid
from web import load, time_of

from stammtisch.bots.processes.cores import all_cores

GAMES = {"combo": {"seats": 2}, "gang": {"seats": 4, "limit": 1000}}  # which the bots play, table by table
WANTED = 150  # milliseconds that the slowest of a hundred decisions but five may take
IDLE = 0.1  # seconds of processor time in two: whoever takes less does nothing
READY = 240  # seconds for bots to be compiled


class Thinkers:
    """Tables at which strong bots play on and on; the seat of whoever opened them follows rules of thumb."""

    def __init__(self, server: str, tables: int) -> None:
        self._client = httpx2.Client(base_url=f"{server}/api", timeout=60)
        token = self._client.post("/people", json={"name": "Host"}).json()["token"]
        self._client.headers["authorization"] = f"Bearer {token}"
        self._tables = [""] * tables

    def see_to(self) -> None:
        """Open a table wherever a game is over, or was never begun."""
        for number, table in enumerate(self._tables):
            if not table or self._client.get(f"/tables/{table}").json()["stage"] == "over":
                self._tables[number] = self._open(list(GAMES)[number % len(GAMES)])

    def _open(self, game: str) -> str:
        options = GAMES[game]
        body = {"game": game, "options": options, "bots": options["seats"] - 1, "level": "strong"}
        table: str = self._client.post("/tables", json=body).json()["id"]
        self._client.post(f"/tables/{table}/stand", json={})
        return table


@contextmanager
def computing_par(processes: int) -> Iterator[list[int]]:
    """Compute par in processes that go behind all others, as long as this lasts; yield their numbers."""
    command = ["nice", "-n", "15", sys.executable, str(Path(__file__).with_name("daily.py")), "--forever"]
    computing = [subprocess.Popen(command) for _ in range(processes)]  # noqa: S603  # our own
    try:
        yield [process.pid for process in computing]
    finally:
        for process in computing:
            process.kill()
            process.wait()


async def measure(server: str, pid: int, arguments: argparse.Namespace, console: Console, tables: int) -> list[float]:
    """Return the delays of people's tables while bots think at so many others, and the cores that the bots took."""
    thinkers = Thinkers(server, tables)
    stopped = asyncio.Event()

    async def go_on() -> None:
        while not stopped.is_set():
            await asyncio.to_thread(thinkers.see_to)
            await asyncio.sleep(1)

    seeing_to = asyncio.create_task(go_on())
    if tables:
        await asyncio.sleep(5)
    before, begun = thought(pid), time.perf_counter()
    found = await load([server], arguments.tables, arguments.seconds, [pid], console)
    cores = (thought(pid) - before) / (time.perf_counter() - begun)
    stopped.set()
    await seeing_to
    return [*found.delays, cores]


def thought(pid: int) -> float:
    """Return the processor time of a server's processes for bots, in seconds."""
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    return sum(time_of(int(child)) for child in found)


def wait_until_ready(pid: int, console: Console) -> None:
    """Wait until the bots have nothing left to compile."""
    console.print("waiting until the bots are prepared …")
    until = time.monotonic() + READY
    while time.monotonic() < until:
        before = thought(pid)
        time.sleep(2)
        if before and thought(pid) - before < IDLE:
            return


def fares(arguments: argparse.Namespace, console: Console) -> Iterator[tuple[str, list[float], float]]:
    """Yield what goes on in the background, how long decisions took meanwhile, and how many cores that took."""
    with tempfile.TemporaryDirectory() as folder:
        command = [str(Path(sys.executable).with_name("stammtisch")), "serve", "--host", "127.0.0.1", "--port", "0"]
        command += ["--data", f"{folder}/house.db", "--no-browser", "--bot-pause", "0", "--bots", str(arguments.bots)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:  # noqa: S603  # our own
            assert server.stdout
            address = re.search(r"http://[^/]+", server.stdout.readline())
            assert address
            try:
                wait_until_ready(server.pid, console)
                for what, tables in (("nothing", 0), ("par", 0), (f"{arguments.thinking} tables", arguments.thinking)):
                    with computing_par(all_cores() if what == "par" else 0) as pars:
                        begun = time.perf_counter()
                        *delays, taken = asyncio.run(measure(address[0], server.pid, arguments, console, tables))
                        taken += sum(map(time_of, pars)) / (time.perf_counter() - begun)
                    yield what, delays, taken
            finally:
                server.terminate()


def summary(seconds: float) -> list[Figure]:
    """Return how long the slowest of a hundred decisions but five take while something goes on in the background."""
    cores = all_cores()
    arguments = argparse.Namespace(tables=10, thinking=cores, bots=cores, seconds=max(5.0, seconds / 3 - 10))
    return [
        Figure(f"10 tables beside {what}, p95", percentiles(delays)[1], "ms", promised=WANTED, at_most=True)
        for what, delays, _ in fares(arguments, Console(stderr=True))
    ]


def percentiles(delays: list[float]) -> tuple[float, float]:
    """Return the median, and what all but five in a hundred stay below, in milliseconds."""
    low, high = np.percentile(delays, [50, 95]) * 1000
    return float(low), float(high)


def main() -> int:
    """Measure and print; 1 if people waited too long."""
    cores = all_cores()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=10, help="of people (default 10)")
    parser.add_argument("--thinking", type=int, default=cores, help="tables at which bots think (as many as cores)")
    parser.add_argument("--bots", type=int, default=cores, help="processes in which they think (as many as cores)")
    parser.add_argument("--seconds", type=float, default=20.0, help="how long each load runs (default 20)")
    arguments = parser.parse_args()
    console, slowest = Console(), 0.0
    grid = Grid(
        "in the background", "decisions", "p50 ms", "p95 ms", "worst ms", "cores taken by bots", title="other tables"
    )
    for what, delays, taken in fares(arguments, console):
        low, high = percentiles(delays)
        row = (f"{len(delays)}", f"{low:.1f}", f"{high:.1f}", f"{max(delays) * 1000:.0f}", f"{taken:.2f}")
        grid.add_row(what, *row)
        slowest = max(slowest, high)
    console.print(grid)
    console.print(f"p95 {'held' if slowest < WANTED else 'missed'}: it may be {WANTED} ms")
    return 0 if slowest < WANTED else 1


if __name__ == "__main__":
    sys.exit(main())

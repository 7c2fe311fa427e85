"""How many live tables servers hold: tables of gang with four people each, one decision a second per table.

Servers are processes of their own on loopback, over a file or a PostgreSQL of their own that waits for its disk. So is
this load: it sits down as browsers do, with a cookie, forms and a socket for every person, over which decisions are
sent (`--forms`: as forms, while sockets show what happens). Where there are cores enough each server has one of its own
and this load has the others. The people of a table are spread over the servers, neighbours at different ones.

Printed are the decisions held, how long it took from sending one to the push that shows it to the next seat, the
servers' processor time for each (the database's is not in it), and how many cores the servers and the load were busy
on: a load near 1 measures itself. With `--most` people sit down at more and more tables of one server, and it is
searched how many of these it holds with a p95 below 100 ms.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import numpy as np
from figures import Figure
from rich.console import Console
from rich.progress import Progress
from rich.table import Table as Grid

sys.path.append(str(Path(__file__).parents[1]))  # the tests have a PostgreSQL, and browsers

from tests.postgres import Postgres
from tests.web.drivers.light_browser import TAKEN, LightBrowser, sit_down

WARM_UP = 5  # seconds that do not count
STALE = 409
PATIENCE = 5.0  # seconds after which a push counts as lost
WANTED = 0.1  # seconds that the slowest of a hundred decisions but five may take
HELD = 0.95  # of the decisions that were meant to be taken
USUAL = 75  # tables whose cost a decision is promised
FIRST, FASTER = 50, 1.5  # tables with which the search begins, and how many times as many it tries next
CLOSE = 10  # tables by which what is held and what is not may differ in the end


@dataclass
class Load:
    """What a load has found."""

    tables: int
    seconds: float
    delays: list[float] = field(default_factory=list)
    spent: float = 0.0  # seconds of processor time of the servers
    own: float = 0.0  # the same of the load

    @property
    def p95(self) -> float:
        """How long the slowest took but for five in a hundred."""
        return float(np.percentile(self.delays, 95)) if self.delays else PATIENCE

    @property
    def held(self) -> bool:
        """Whether that many tables are held."""
        return self.p95 < WANTED and len(self.delays) > HELD * self.tables * self.seconds

    @property
    def figures(self) -> list[str]:
        """What is printed: decisions a second, delays, the servers' time for each, how busy the load was."""
        delays = self.delays or [PATIENCE]
        median, worst = float(np.median(delays)) * 1000, max(delays) * 1000
        each = self.spent / len(delays) * 1000
        rate = len(self.delays) / self.seconds
        times = [f"{rate:.1f}", f"{median:.1f}", f"{self.p95 * 1000:.1f}", f"{worst:.0f}", f"{each:.2f}"]
        return [*times, f"{self.spent / self.seconds:.2f}", f"{self.own / self.seconds:.2f}"]


async def play(people: list[LightBrowser], late: float, until: float, delays: list[float]) -> None:
    """Let somebody decide once a second, and note how long it takes until the next seat sees it.

    Args:
        people: Who sits at the table.
        late: After how many seconds the first decides: tables do not keep step with each other.
        until: When to stop.
        delays: Where the times are noted.
    """
    await asyncio.sleep(late)
    while time.perf_counter() < until:
        begun = time.perf_counter()
        for person, other in pairwise([*people, people[0]]):
            if not person.asked:
                continue
            person.asked = False
            other.push.clear()
            status = await person.decide()
            if status == STALE:  # a push that was on its way has asked once more for what was decided
                continue
            assert status == TAKEN, status
            with suppress(TimeoutError):
                await asyncio.wait_for(other.push.wait(), PATIENCE)
            delays.append(other.pushed - begun if other.push.is_set() else PATIENCE)
            break
        await asyncio.sleep(max(0.0, begun + 1 - time.perf_counter()))


async def decide(rooms: list[list[LightBrowser]], seconds: float, processes: list[int], progress: Progress) -> Load:
    """Let people at some tables decide, and return what was found after a while that does not count."""
    found, until = Load(len(rooms), seconds), time.perf_counter() + WARM_UP + seconds
    running = progress.add_task(f"decisions at {len(rooms)} tables", total=WARM_UP + int(seconds))
    playing = [
        asyncio.create_task(play(people, number / len(rooms), until, found.delays))
        for number, people in enumerate(rooms)
    ]
    await asyncio.sleep(WARM_UP)
    progress.advance(running, WARM_UP)
    found.delays.clear()
    before, own = sum(map(time_of, processes)), time_of(os.getpid())
    while time.perf_counter() < until:
        await asyncio.sleep(1)
        progress.advance(running)
    found.spent, found.own = sum(map(time_of, processes)) - before, time_of(os.getpid()) - own
    await asyncio.gather(*playing)
    if ended := [person for people in rooms for person in people if person.watching and person.watching.done()]:
        assert ended[0].watching
        ended[0].watching.result()
    return found


class Tables:
    """People who sit at tables of some servers; more of them are added when they are needed."""

    def __init__(self, servers: list[str], processes: list[int], progress: Progress, *, by_form: bool) -> None:
        self._servers, self._processes, self._progress, self._by_form = servers, processes, progress, by_form
        self._rooms: list[list[LightBrowser]] = []

    async def decide(self, tables: int, seconds: float) -> Load:
        """Let people at so many tables decide."""
        new = range(len(self._rooms), tables)
        for number in self._progress.track(new, description=f"{tables} tables sit down") if new else ():
            self._rooms.append(await sit_down(self._servers, number, by_form=self._by_form))
        await asyncio.sleep(2)
        return await decide(self._rooms[:tables], seconds, self._processes, self._progress)

    def close(self) -> None:
        """Go away."""
        for person in (person for people in self._rooms for person in people):
            if person.watching:
                person.watching.cancel()


async def load(
    servers: list[str], tables: int, seconds: float, processes: list[int], console: Console, *, by_form: bool = False
) -> Load:
    """Return what so many tables find."""
    with Progress(console=console, transient=True) as progress:
        people = Tables(servers, processes, progress, by_form=by_form)
        found = await people.decide(tables, seconds)
        people.close()
    return found


async def search(
    servers: list[str], seconds: float, minutes: float, processes: list[int], console: Console, *, by_form: bool
) -> list[Load]:
    """Search for the most tables that are held, for so many minutes at most; return all that was tried, in order."""
    tried, until = list[Load](), time.perf_counter() + 60 * minutes
    low, high, tables = 0, 0, FIRST
    with Progress(console=console, transient=True) as progress:
        people = Tables(servers, processes, progress, by_form=by_form)
        while time.perf_counter() < until and (not high or high - low > CLOSE):
            tried.append(await people.decide(tables, seconds))
            if tried[-1].held:
                low = tables
            else:
                high = tables
            tables = (low + high) // 2 if high else int(tables * FASTER)
        people.close()
    return tried


def summary(seconds: float) -> list[Figure]:
    """Return what a decision costs one server over SQLite, and two over PostgreSQL."""
    found = dict[str, Load]()
    for store, number in (("sqlite", 1), ("postgresql", 2)):
        with kept(store) as data, opened(data, number) as (servers, processes):
            loading = load(servers, USUAL, max(5.0, seconds / 2 - 20), processes, Console(stderr=True))
            found[store] = asyncio.run(loading)
    one, two = (found[store].spent / len(found[store].delays) for store in ("sqlite", "postgresql"))
    alone, together = (f"{USUAL} tables, {house}" for house in ("a server over SQLite", "two over PostgreSQL"))
    return [
        Figure(f"{alone}, a decision", 1000 * one, "ms of the server", promised=3.0, at_most=True),
        Figure(f"{together}, a decision", 1000 * two, "ms of the servers", alone, two / one, 1.3, at_most=True),
        *(
            Figure(f"{house}, p95", 1000 * load.p95, "ms", promised=1000 * WANTED, at_most=True)
            for house, load in zip((alone, together), found.values(), strict=True)
        ),
    ]


def time_of(process: int) -> float:
    """Return the processor time of a process in seconds."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


@contextmanager
def opened(data: str, number: int) -> Iterator[tuple[list[str], list[int]]]:
    """Run so many servers over one store; their addresses, and the numbers of their processes."""
    command = [str(Path(sys.executable).with_name("stammtisch")), "serve", "--host", "127.0.0.1", "--port", "0"]
    command += ["--data", data, "--no-browser", "--bots", "0"]
    all_cores = sorted(os.sched_getaffinity(0))
    own, servers = all_cores[number:], []
    for core in (all_cores * number)[:number]:
        os.sched_setaffinity(0, [core] if own else all_cores)  # which the server inherits
        servers.append(subprocess.Popen(command, stdout=subprocess.PIPE, text=True))  # noqa: S603  # our own
    os.sched_setaffinity(0, own or all_cores)
    try:
        first = [server.stdout.readline() if server.stdout else "" for server in servers]
        yield [re.findall(r"http://[^/]+", line)[0] for line in first], [server.pid for server in servers]
    finally:
        os.sched_setaffinity(0, all_cores)
        for server in servers:
            server.terminate()
            server.communicate()


@contextmanager
def kept(store: str) -> Iterator[str]:
    """Make an empty store of a kind; where it is."""
    if store == "sqlite":
        with tempfile.TemporaryDirectory() as folder:
            yield f"{folder}/house.db"
        return
    postgres = Postgres(hurry=False)
    try:
        yield postgres.fresh()
    finally:
        postgres.remove()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, nargs="+", default=[50, 150], help="how many tables (default 50 150)")
    parser.add_argument("--seconds", type=float, default=20.0, help="how long each load runs (default 20)")
    parser.add_argument("--servers", default="1", help="how many servers, such as 1,2 (default 1)")
    parser.add_argument("--store", default="sqlite", help="sqlite, which is for one server, postgresql, or both")
    parser.add_argument("--forms", action="store_true", help="decide by forms, not over sockets")
    parser.add_argument("--most", action="store_true", help="search for the most tables that one server holds")
    parser.add_argument("--minutes", type=float, default=6.0, help="how long that search may take (default 6)")
    arguments = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)  # many sockets
    console, seconds, by_form = Console(), arguments.seconds, arguments.forms
    columns = ("decisions/s", "p50 ms", "p95 ms", "worst ms", "servers' ms each", "cores", "load")
    grid = Grid("store", "servers", "tables", *columns, title="live tables of gang")
    numbers = [1] if arguments.most else [int(number) for number in arguments.servers.split(",")]
    kinds = [(store, number) for store in arguments.store.split(",") for number in numbers]
    for store, number in [kind for kind in kinds if kind[0] == "postgresql" or kind[1] == 1]:
        if arguments.most:
            with kept(store) as data, opened(data, number) as (servers, processes):
                searching = search(servers, seconds, arguments.minutes, processes, console, by_form=by_form)
                tried = asyncio.run(searching)
            most = max((found.tables for found in tried if found.held), default=0)
            console.print(f"{store}: {most} tables are held, p95 below {WANTED * 1000:g} ms")
        else:
            tried = []
            for tables in arguments.tables:
                with kept(store) as data, opened(data, number) as (servers, processes):
                    loading = load(servers, tables, seconds, processes, console, by_form=by_form)
                    tried.append(asyncio.run(loading))
        for found in tried:
            grid.add_row(store, f"{number}", f"{found.tables}", *found.figures)
    console.print(grid)


if __name__ == "__main__":
    main()

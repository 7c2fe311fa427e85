"""How fast pages about the club answer in a house in which much was played: 100,000 games by 300 people in two years.

A store is filled, a file and then a PostgreSQL of its own, and its games are counted for ratings. Pages are asked for
through the app as browsers do, by other people each time: keen ones, who have thousands of games, and such that came
once; the profile is that of the keenest, as others see it. One page is asked for before, with which a server compiles
its templates. Printed are the median and the worst of the answers in milliseconds; none may take 100 or more.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import Progress
from rich.table import Table as Grid
from starlette.testclient import TestClient

sys.path.append(str(Path(__file__).parents[1]))  # the tests have a PostgreSQL, and houses in which much was played

from tests.club.busy_house import fill, person
from tests.postgres import Postgres
from tests.store.opened_stores import closing

from stammtisch.club.audience import ALL
from stammtisch.club.calendar import ONE_DAY, Calendar
from stammtisch.club.ratings.counting import count_results
from stammtisch.store.contract import Store
from stammtisch.store.open import open_store
from stammtisch.web.app import make_app
from stammtisch.web.http.identity import COOKIE

BOUND = 100.0  # milliseconds
PAGES = (
    *("/", "/board", "/me", "/me/games", "/ratings/gang", "/ratings/duel", "/today", "/today/duel/{yesterday}"),
    *("/api/board", "/api/me/results", "/api/me/statistics", "/api/ratings/gang", "/api/daily/duel/{yesterday}"),
)
_BATCH = 2000  # results that are counted at once


def main() -> int:
    """Fill stores and measure; return 1 if an answer took too long."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--people", type=int, default=300)
    parser.add_argument("--requests", type=int, default=30, help="for each page, by other people each time")
    parser.add_argument("--only", choices=("sqlite", "postgresql"), help="one of the stores")
    args = parser.parse_args()
    console, slow = Console(), False
    for kind in ("sqlite", "postgresql"):
        if args.only in (None, kind):
            with _place(kind) as place:
                profile = asyncio.run(_filled(place, args.games, args.people))
                pages = [page.format(yesterday=Calendar().day_at(time.time()) - ONE_DAY) for page in (*PAGES, profile)]
                found = measure(place, pages, args.people, args.requests)
            slow |= any(max(times) >= BOUND for times in found.values())
            console.print(_shown(f"{kind}, {args.games:,} games by {args.people} people", found))
    return int(slow)


@contextmanager
def _place(kind: str) -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        if kind == "sqlite":
            yield str(Path(folder) / "house.db")
            return
        server = Postgres(hurry=False)
        try:
            yield server.fresh()
        finally:
            server.remove()


async def _filled(place: str, games: int, people: int) -> str:
    """Fill a place, count its games, and return the address of a profile that everybody may see."""
    with Progress(transient=True) as progress:
        task = progress.add_task("filling", total=games)
        await fill(place, games, people, time.time(), tell=lambda done: progress.update(task, completed=done))
        async with closing(open_store(place)) as store:
            task = progress.add_task("rating", total=games)
            while counted := await count_results(store, _BATCH):
                progress.advance(task, counted)
            return await _open_profile(store, person(0))


async def _open_profile(store: Store, who: str) -> str:
    await store.save_shown_to(who, ALL)
    (last,) = await store.results_of(who, most=1)
    return f"/t/{last.table}/profile/{last.seat_of(who)}"


def measure(place: str, pages: Iterable[str], people: int, requests: int) -> dict[str, list[float]]:
    """Return how long pages took, in milliseconds."""
    with TestClient(make_app(place), client=("127.0.0.1", 50_000)) as client:
        client.get("/rules/duel")
        return {page: _times(client, page, people, requests) for page in pages}


def _times(client: TestClient, page: str, people: int, requests: int) -> list[float]:
    """Return how long a page took for people from the keenest to those who came once."""
    found, signer = [], client.app.state.signer  # type: ignore[attr-defined]  # ours has one
    for number in range(requests):
        who = person(number * people // requests)
        client.cookies.clear()
        headers = {"cookie": f"{COOKIE}={signer.cookie(who)}", "authorization": f"Bearer {signer.token(who)}"}
        if not page.startswith("/api"):
            del headers["authorization"]
        before = time.perf_counter()
        answer = client.get(page, headers=headers)
        found.append(1000 * (time.perf_counter() - before))
        assert answer.is_success, f"{page}: {answer.status_code}"
    return found


def _shown(title: str, found: dict[str, list[float]]) -> Grid:
    grid = Grid(title=title)
    grid.add_column("page")
    for heading in ("median ms", "worst ms"):
        grid.add_column(heading, justify="right")
    for page, times in found.items():
        grid.add_row(page, f"{statistics.median(times):.1f}", f"{max(times):.1f}")
    return grid


if __name__ == "__main__":
    sys.exit(main())

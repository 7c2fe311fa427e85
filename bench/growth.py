"""What a long game costs: the same requests at tables of each game after about 10, 1,000 and 10,000 steps.

Printed is the processor time of the whole process for each, the median over tables, viewers and languages, and how many
times that of the shortest table it is; what lies below the requests (bytes, HTTP) is left out. A *first page* is one of
a viewer whom this process has told nothing yet, *page again* the same a moment later. A *decision* is one that the
sockets of all seats are shown. `party` ends by itself after two hundred steps; `duel` and `combo` are kept from ending.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Awaitable
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from figures import Figure
from rich.console import Console
from rich.progress import Progress
from rich.table import Table as Grid
from starlette.applications import Starlette

from stammtisch.clock import SYSTEM_CLOCK
from stammtisch.core.game import find_game, game_names
from stammtisch.core.language import LANGUAGES
from stammtisch.core.table import Table
from stammtisch.games.combo.position import DRAW, LAY
from stammtisch.kernel.seats import TABLE
from stammtisch.store.contract import Store
from stammtisch.store.open import open_store
from stammtisch.web.app import make_app
from stammtisch.web.http.identity import COOKIE
from stammtisch.web.http.rate_limit import RateLimiter
from stammtisch.web.tables.live_table import LiveTable
from stammtisch.web.tables.record import RUNNING, TableTerms

STEPS = (10, 1000, 10_000)
OPTIONS: dict[str, dict[str, Any]] = {
    "combo": {"seats": 2},
    "duel": {"spaces": 6},
    "gang": {"seats": 6, "rounds": 100, "limit": 1000},
    "party": {"seats": 2, "mirror": True, "face_down": True},
}
ENDS = {"party": 150}  # steps, after which it may soon be over
DECISIONS = 5  # times that each seat of a table is asked
PROMISED = ("first page", "empty poll")
MOST = 2.0  # times as much as in a short game
SECONDS = 20  # that a table of each game takes, built and measured
MANY = 10**9 - 1  # steps that no game has
PATIENCE = 60.0
HOST = [(b"host", b"localhost")]


def main() -> int:
    """Build the tables, measure and print; 1 if what was promised costs too much in a long game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(game_names()), help="which (all)")
    parser.add_argument("--steps", type=int, nargs="+", default=STEPS, help="how long tables are")
    parser.add_argument("--tables", type=int, default=3, help="of each game and length")
    arguments = parser.parse_args()
    console, progress = Console(), Progress(console=Console(stderr=True), transient=True)
    with progress, tempfile.TemporaryDirectory() as place:
        data, games = str(Path(place) / "house.db"), list[tuple[str, Table, list[int]]]()
        for name in progress.track(arguments.games, description="playing"):
            games += [(name, *played(name, seed, max(arguments.steps))) for seed in range(arguments.tables)]
        tables = asyncio.run(keep(data, games, arguments.steps))
        found = asyncio.run(measure(data, tables, progress))
    within = True
    for name in arguments.games:
        ratios, grid = figures(name, {length: times for (game, length), times in found.items() if game == name})
        console.print(grid)
        within = within and all(ratios[what] <= MOST for what in PROMISED)
    console.print(f"{' and '.join(PROMISED)} within {MOST:g} times: {'yes' if within else 'no'}")
    return 0 if within else 1


def summary(seconds: float) -> list[Figure]:
    """Return how many times as much things cost after 10,000 steps as after 10."""
    tables, lengths = max(1, int(seconds / SECONDS)), [STEPS[0], STEPS[-1]]
    with tempfile.TemporaryDirectory() as place:
        data = str(Path(place) / "house.db")
        games = [(name, *played(name, seed, STEPS[-1])) for name in OPTIONS for seed in range(tables)]
        kept = asyncio.run(keep(data, games, lengths))
        found = asyncio.run(measure(data, kept, Progress(disable=True)))
    rows = []
    for name in OPTIONS:
        of_game = {length: times for (game, length), times in found.items() if game == name}
        ratios, _ = figures(name, of_game)
        for what in (*PROMISED, "decision"):
            value, bound = 1000 * median(of_game[max(of_game)][what]), MOST if what in PROMISED else None
            beside = f"after {min(of_game)} steps"
            about = f"{name} after {max(of_game):,} steps, {what}"
            rows.append(Figure(about, value, "ms", beside, ratios[what], bound, at_most=True))
    return rows


def played(name: str, seed: int, steps: int) -> tuple[Table, list[int]]:
    """Play a game at random, but so that it lasts; return where somebody was asked, too."""
    table, random, asked = Table(name, seed=seed, **OPTIONS[name]), Random(seed), list[int]()
    while not table.over and len(table.steps) <= steps:
        asked.append(len(table.steps))
        seat = table.waiting[0]
        table.play(seat, random.choice(_lasting(table, seat)))
    return table, [*asked, len(table.steps)]


def _lasting(table: Table, seat: int) -> list[int]:
    """Return the actions of a seat after which the game goes on for long."""
    actions = table.actions(seat)
    if table.game.NAME == "combo":
        return [action for action in actions if not LAY <= action < DRAW] or actions
    if table.game.NAME == "duel":
        nearest = {action: _nearest(table, seat, action) for action in actions}
        return [action for action in actions if nearest[action] == min(nearest.values())]
    return actions


def _nearest(table: Table, seat: int, action: int) -> int:
    """Return how far the farthest cockroach of a duel is from the middle after an action."""
    s, o, rules = table.position.copy(), table.options, table.rules
    rules.apply(s, o, seat, action)
    while rules.waiting(s, o) == 1 << TABLE:
        bits = [0]
        rules.legal(s, o, TABLE, bits)
        rules.apply(s, o, TABLE, bits[0].bit_length() - 1)
    return max(abs(int(spaces)) for spaces in s.roach)


@dataclass
class Kept:
    """A table in the house."""

    game: str
    length: int  # that it is about
    id: str
    people: list[str]


async def keep(data: str, games: list[tuple[str, Table, list[int]]], lengths: list[int]) -> list[Kept]:
    """Keep the beginnings of games as running tables."""
    store, kept = await open_store(data, clock=SYSTEM_CLOCK), list[Kept]()
    try:
        for number, (name, table, asked) in enumerate(games):
            for length in lengths:
                wanted = min(length, ENDS.get(name, length))
                steps = next(steps for steps in asked if steps >= wanted)
                kept.append(await _keep(store, name, table, steps, f"{number:03}{lengths.index(length)}"))
                kept[-1].length = wanted
    finally:
        await store.close()
    return kept


async def _keep(store: Store, name: str, table: Table, steps: int, mark: str) -> Kept:
    room = LiveTable.new(store, SYSTEM_CLOCK, find_game(name), dict(OPTIONS[name]), "nobody", TableTerms())
    people = [f"person{mark}_{seat}" for seat in range(table.seats)]
    for seat, person in enumerate(people):
        room.places[seat].name, room.places[seat].person = f"Guest {seat}", person
        await store.save_person(person, f"Guest {seat}")
    room.saved.stage = RUNNING
    await room.save()
    await store.append(room.id, 0, [(step.seat, step.action) for step in table.steps[:steps]], room.saved.revision)
    return Kept(name, steps, room.id, people)


@dataclass
class Socket:
    """A socket of a page."""

    sent: asyncio.Queue[dict[str, Any]] = field(default_factory=asyncio.Queue)
    told: asyncio.Queue[dict[str, Any]] = field(default_factory=asyncio.Queue)
    task: asyncio.Task[None] | None = None

    async def close(self) -> None:
        """Go away."""
        await self.told.put({"type": "websocket.disconnect", "code": 1000})
        assert self.task
        await self.task


class House:
    """A house in this process, spoken to below HTTP."""

    def __init__(self, app: Starlette) -> None:
        self.app = app

    def _scope(self, kind: str, path: str, person: str, **more: Any) -> dict[str, Any]:
        path, _, query = path.partition("?")
        signer = self.app.state.signer
        carried = [
            (b"cookie", f"{COOKIE}={signer.cookie(person)}".encode()),
            (b"authorization", f"Bearer {signer.token(person)}".encode()),
        ]
        return {
            "type": kind,
            "http_version": "1.1",
            "path": path,
            "raw_path": path.encode(),
            "root_path": "",
            "query_string": query.encode(),
            "headers": [*HOST, *(carried[path.startswith("/api") :][:1] if person else [])],
            "client": ("127.0.0.1", 50000),
            "server": ("localhost", 80),
            **more,
        }

    async def ask(self, path: str, person: str = "", body: object = None) -> bytes:
        """Send a request and return its answer, which must be good."""
        data, sent, status = json.dumps(body).encode() if body else b"", list[bytes](), list[int]()

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": data, "more_body": False}

        async def send(message: Any) -> None:
            sent.append(message.get("body", b""))
            status.append(message.get("status", 200))

        scope = self._scope("http", path, person, method="POST" if body else "GET", scheme="http")
        await self.app(scope, receive, send)
        assert max(status) == HTTPStatus.OK, (path, status, b"".join(sent))
        return b"".join(sent)

    async def watch(self, path: str, person: str) -> Socket:
        """Open a socket, and return it when it was sent the newest scene."""
        socket = Socket()
        scope = self._scope("websocket", path, person, scheme="ws", subprotocols=[])
        await socket.told.put({"type": "websocket.connect"})
        socket.task = asyncio.create_task(self.app(scope, socket.told.get, socket.sent.put))  # type: ignore[arg-type]
        while (await asyncio.wait_for(socket.sent.get(), PATIENCE))["type"] != "websocket.send":
            pass
        return socket


Times = dict[str, list[float]]  # by what was done: seconds of processor time


async def measure(data: str, tables: list[Kept], progress: Progress) -> dict[tuple[str, int], Times]:
    """Ask for everything at every table, in a house that knows nothing of it yet; return by game and length."""
    found = defaultdict[tuple[str, int], Times](lambda: defaultdict(list))
    for first in (True, False):  # the first time templates and catalogues are read, too
        app = make_app(data, RateLimiter(rates={}), bots=0)
        async with app.router.lifespan_context(app):
            house = House(app)
            chosen = list({kept.game: kept for kept in tables}.values()) if first else tables
            for kept in progress.track(chosen, description="measuring"):
                times = found["", 0] if first else found[kept.game, kept.length]
                await _measure(house, kept, times)
    return found


async def _measure(house: House, kept: Kept, times: Times) -> None:
    """Come to a table for the first time, look at it, and play there."""
    page, api, person = f"/t/{kept.id}", f"/api/tables/{kept.id}", kept.people[0]

    async def timed(what: str, work: Awaitable[Any]) -> Any:
        begun = time.process_time()
        done = await work
        times[what].append(time.process_time() - begun)
        return done

    await timed("into memory", house.ask(api))
    for viewer in ("", *kept.people):
        for language in LANGUAGES:
            await timed("first page", house.ask(f"{page}?lang={language}", viewer))
            await timed("page again", house.ask(f"{page}?lang={language}", viewer))
    sockets = [await timed("socket", house.watch(f"{page}/live", viewer)) for viewer in kept.people]
    await timed("table as JSON", house.ask(api, person))
    for person in DECISIONS * kept.people:
        view = json.loads(await house.ask(f"{api}/view?after={MANY}", person))
        await timed("empty poll", house.ask(f"{api}/view?after={view['number']}", person))
        if view["legal"]:
            act = {"decided": view["decided"], "actions": [view["legal"][-1]["action"]]}
            await timed("decision", house.ask(f"{api}/act", person, act))
    for socket in sockets:
        await socket.close()


def figures(name: str, found: dict[int, Times]) -> tuple[dict[str, float], Grid]:
    """Return what was measured of a game: how many times as much the longest tables cost, and all of it as a table."""
    ratios = dict[str, float]()
    lengths = sorted(found)
    grid = Grid("ms of processor time", *(f"{length:,} steps" for length in lengths), "ratio", title=name)
    for what in found[lengths[0]]:
        each = [1000 * median(found[length][what]) for length in lengths]
        ratios[what] = each[-1] / each[0]
        grid.add_row(what, *(f"{one:.2f}" for one in each), f"{ratios[what]:.2f}")
    return ratios, grid


if __name__ == "__main__":
    sys.exit(main())

"""Games played while servers are killed again and again, and what must be true afterwards."""

from __future__ import annotations

import asyncio
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from stammtisch.core.game import find_game
from stammtisch.core.table import Table
from stammtisch.store.kept import Store
from stammtisch.store.opening import open_store
from stammtisch.terminal.join import Declined, Server, Unreachable
from tests.web.servers import Servers

TABLES: list[tuple[str, dict[str, object], int]] = [  # the game, its options, and how many bots sit there
    ("duel", {"spaces": 2}, 0),
    ("gang", {"seats": 3, "rounds": 1}, 1),
    ("party", {"seats": 2, "face_down": True, "mirror": True}, 0),
    ("combo", {"seats": 2, "quick": True}, 0),
    ("duel", {"spaces": 2, "royal": True}, 1),
    ("party", {"seats": 3}, 2),
]
_STALE = 409
_LAST = 240.0  # seconds in which a game that has begun ends


@dataclass
class Player:
    """A program at a table: it remembers every decision that a server acknowledged."""

    server: Server
    table: str
    seat: int
    random: Random
    acknowledged: list[str] = field(default_factory=list)

    def play(self, until: float) -> None:
        """Decide until the game is over, whatever happens to the servers."""
        after = -1
        while time.monotonic() < until:
            try:
                view = self.server.ask(f"/tables/{self.table}/view", query={"wait": 2, "after": after})
                if view["outcome"]:
                    return
                after = view["number"]
                if view["legal"]:
                    action = self.random.choice(view["legal"])["action"]
                    after = -1  # look again, whatever becomes of it
                    self.server.ask(f"/tables/{self.table}/act", {"decided": view["decided"], "actions": [action]})
                    self.acknowledged.append(action)
            except Unreachable:
                time.sleep(0.1)
            except Declined as error:
                if error.status != _STALE:
                    raise
        raise TimeoutError(f"table {self.table} is stuck")


@dataclass
class Torture:
    """People who open tables one after another and play until time is up, then to the end of what has begun."""

    address: str
    players: list[Player] = field(default_factory=list)
    trouble: list[str] = field(default_factory=list)

    def play(self, tables: int, seconds: float, harm: Callable[[float], None]) -> None:
        """Let so many tables be played at the same time, and do harm meanwhile."""
        until = time.monotonic() + seconds
        threads = [threading.Thread(target=self._guarded, args=(number, until)) for number in range(tables)]
        for thread in threads:
            thread.start()
        harm(until)
        for thread in threads:
            thread.join()

    def _guarded(self, number: int, until: float) -> None:
        try:
            game = number
            while True:
                self._play_one(*TABLES[game % len(TABLES)], Random(1000 * number + game))
                game += 1
                if time.monotonic() > until:
                    return
        except Exception as error:  # it is looked at in the test
            self.trouble.append(f"{number}: {error!r}")

    def _play_one(self, game: str, options: dict[str, object], bots: int, random: Random) -> None:
        players = self._sit_down(game, options, bots, random)
        self.players += players
        until = time.monotonic() + _LAST
        others = [threading.Thread(target=self._with_others, args=(player, until)) for player in players[1:]]
        for thread in others:
            thread.start()
        players[0].play(until)
        for thread in others:
            thread.join()

    def _with_others(self, player: Player, until: float) -> None:
        try:
            player.play(until)
        except Exception as error:
            self.trouble.append(f"{player.table}: {error!r}")

    def _sit_down(self, game: str, options: dict[str, object], bots: int, random: Random) -> list[Player]:
        people = [Server(self.address, "en") for _ in range(int(str(options.get("seats", 2))) - bots)]
        for number, person in enumerate(people):
            person.token = _insist(person, "/people", {"name": f"P{number}"})["token"]
        table = _insist(people[0], "/tables", {"game": game, "options": options, "bots": bots})["id"]
        for person in people[1:]:
            _insist(person, f"/tables/{table}/sit", {})
        while _insist(people[0], f"/tables/{table}", None)["stage"] == "open":
            _insist(people[0], f"/tables/{table}/start", {})
        return [Player(person, table, seat, random) for seat, person in enumerate(people)]


def _insist(server: Server, path: str, body: dict[str, object] | None) -> dict[str, str]:
    """Ask until there is an answer; what was done although nobody answered does no harm when it is done again."""
    until = time.monotonic() + _LAST
    while True:
        try:
            answer: dict[str, str] = server.ask(path, body)
        except Unreachable:
            time.sleep(0.1)
        except Declined as error:
            if error.status != _STALE or path.endswith("/start"):
                if error.status == _STALE:
                    return {}  # it has begun
                raise
        else:
            return answer
        assert time.monotonic() < until, f"nobody answers {path}"


def hold(data: str, torture: Torture, servers: Servers) -> None:
    """Hold what is kept against what was acknowledged."""
    assert torture.trouble == []

    async def check() -> None:
        store = await open_store(data)
        try:
            for player in torture.players:
                await _hold_table(store, player)
        finally:
            await store.close()

    asyncio.run(check())
    decided = Counter(
        (line["table"], line["seat"], line["number"]) for line in servers.journal() if line["event"] == "decided"
    )
    assert [which for which, often in decided.items() if often > 1] == [], "a decision was taken twice"


async def _hold_table(store: Store, player: Player) -> None:
    saved = await store.table(player.table)
    assert saved
    assert saved.stage == "over"
    table = Table.undealt(find_game(saved.game), None, dict(saved.choices))
    for seat, action in await store.steps(player.table):
        table.follow(seat, action)
    assert table.over
    played = iter([table.action_name(step.action) for step in table.steps if step.seat == player.seat])
    assert player.acknowledged, player
    assert all(action in played for action in player.acknowledged), player  # in this order; more may be there

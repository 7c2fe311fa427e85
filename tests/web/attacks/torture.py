"""Games played while servers are killed again and again, and what must be true afterwards."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from stammtisch.core.game import find_game
from stammtisch.core.table import Table
from stammtisch.store.contract import Store
from stammtisch.terminal.api_client import ApiClient, Declined, Unreachable
from tests.store.opened_stores import using
from tests.waiting import eventually
from tests.web.drivers.servers import Servers

TABLES: list[tuple[str, dict[str, object], int]] = [  # the game, its options, and how many bots sit there
    ("duel", {"spaces": 2}, 0),
    ("gang", {"seats": 3, "rounds": 1}, 1),
    ("party", {"seats": 2, "face_down": True, "mirror": True}, 0),
    ("combo", {"seats": 2, "quick": True}, 0),
    ("duel", {"spaces": 2, "royal": True}, 1),
    ("party", {"seats": 3}, 2),
]
_STALE = 409
_LAST = 240.0  # seconds in which a game that has begun ends, and a question is answered
_AGAIN = 0.03  # seconds between two questions


@dataclass
class Player:
    """A program at a table: it remembers every decision that a server acknowledged."""

    server: ApiClient
    table: str
    seat: int
    random: Random
    patience: float  # seconds in which the game ends
    acknowledged: list[str] = field(default_factory=list)
    seen: int = -1  # the number of the last view; -1 to look again at once

    def play(self) -> None:
        """Decide until the game is over, whatever happens to the servers."""
        eventually(self._is_over, f"the end of the game at table {self.table}", self.patience, _AGAIN)

    def _is_over(self) -> bool:
        """Wait for the next view, and decide if that is asked for; whether the game is over."""
        try:
            view = self.server.ask(f"/tables/{self.table}/view", query={"wait": 2, "after": self.seen})
            self.seen = view["number"]
            if view["legal"]:
                action = self.random.choice(view["legal"])["action"]
                self.seen = -1  # look again, whatever becomes of it
                self.server.ask(f"/tables/{self.table}/act", {"decided": view["decided"], "actions": [action]})
                self.acknowledged.append(action)
        except Unreachable:
            return False
        except Declined as error:
            if error.status != _STALE:
                raise
            return False
        return bool(view["outcome"])


@dataclass
class Torture:
    """People who open tables one after another and play until time is up, then to the end of what has begun."""

    address: str
    patience: float = _LAST  # seconds in which a game that has begun ends
    players: list[Player] = field(default_factory=list)
    trouble: list[str] = field(default_factory=list)

    @property
    def acknowledged(self) -> int:
        """How many decisions were acknowledged so far."""
        return sum(len(player.acknowledged) for player in self.players)

    def play(self, tables: int, seconds: float, harm: Callable[[float], None]) -> None:
        """Let so many tables be played at the same time for a while, and do harm meanwhile."""
        until = time.monotonic() + seconds
        self._play(tables, lambda: time.monotonic() > until, lambda: harm(until))

    def play_through(self, tables: int, harm: Callable[[], None]) -> None:
        """Let so many tables be played at the same time until all harm is done, however long that takes."""
        done = threading.Event()

        def do_harm() -> None:
            try:
                harm()
            finally:
                done.set()

        self._play(tables, done.is_set, do_harm)

    def _play(self, tables: int, enough: Callable[[], bool], harm: Callable[[], None]) -> None:
        threads = [threading.Thread(target=self._guarded, args=(number, enough)) for number in range(tables)]
        for thread in threads:
            thread.start()
        harm()
        for thread in threads:
            thread.join()

    def _guarded(self, number: int, enough: Callable[[], bool]) -> None:
        try:
            game = number
            while True:
                self._play_one(*TABLES[game % len(TABLES)], Random(1000 * number + game))
                game += 1
                if enough():
                    return
        except Exception as error:  # it is looked at in the test
            self.trouble.append(f"{number}: {error!r}")

    def _play_one(self, game: str, options: dict[str, object], bots: int, random: Random) -> None:
        players = self._sit_down(game, options, bots, random)
        self.players += players
        others = [threading.Thread(target=self._with_others, args=(player,)) for player in players[1:]]
        for thread in others:
            thread.start()
        players[0].play()
        for thread in others:
            thread.join()

    def _with_others(self, player: Player) -> None:
        try:
            player.play()
        except Exception as error:
            self.trouble.append(f"{player.table}: {error!r}")

    def _sit_down(self, game: str, options: dict[str, object], bots: int, random: Random) -> list[Player]:
        people = [ApiClient(self.address, "en") for _ in range(int(str(options.get("seats", 2))) - bots)]
        for number, person in enumerate(people):
            person.token = _insist(person, "/people", {"name": f"P{number}"})["token"]
        table = _insist(people[0], "/tables", {"game": game, "options": options, "bots": bots})["id"]
        for person in people[1:]:
            _insist(person, f"/tables/{table}/sit", {})

        def begun() -> bool:
            _insist(people[0], f"/tables/{table}/start", {})
            return _insist(people[0], f"/tables/{table}", None)["stage"] != "open"

        eventually(begun, f"table {table} to begin", _LAST, _AGAIN)
        return [Player(person, table, seat, random, self.patience) for seat, person in enumerate(people)]


def _insist(server: ApiClient, path: str, body: dict[str, object] | None) -> dict[str, str]:
    """Ask until there is an answer; what was done although nobody answered does no harm when it is done again."""

    def answer() -> dict[str, str] | None:
        try:
            answer: dict[str, str] = server.ask(path, body)
        except Unreachable:
            return None
        except Declined as error:
            if error.status != _STALE:
                raise
            return {"detail": str(error)} if path.endswith("/start") else None  # it has begun
        return answer

    found = eventually(answer, f"an answer to {path}", _LAST, _AGAIN)
    assert found
    return found


def hold(data: str, torture: Torture, servers: Servers) -> None:
    """Hold what is kept against what was acknowledged."""
    assert torture.trouble == []

    async def check(store: Store) -> None:
        for player in torture.players:
            await _hold_table(store, player)

    using(data, check)
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

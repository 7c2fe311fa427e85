"""Games played while servers are killed again and again, and what must be true afterwards."""

from __future__ import annotations

import re
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from stammtisch.core.game import find_game
from stammtisch.core.table import Table
from stammtisch.store.contract import Store
from stammtisch.terminal.api_client import ApiClient, Declined, Unreachable
from tests.store.opened_stores import using
from tests.waiting import eventually

TABLES: list[tuple[str, dict[str, object], int]] = [  # the game, its options, and how many bots sit there
    ("duel", {"spaces": 2}, 0),
    ("gang", {"seats": 3, "rounds": 1}, 1),
    ("party", {"seats": 2, "face_down": True, "mirror": True}, 0),
    ("combo", {"seats": 2, "quick": True}, 0),
    ("duel", {"spaces": 2, "royal": True}, 1),
    ("party", {"seats": 3}, 2),
]
_STALE, _FORBIDDEN = 409, 422
_DECIDED = re.compile(r"your seat has decided (\d+) times")
_LAST = 240.0  # seconds in which a game that has begun ends, and a question is answered
_AGAIN = 0.03  # seconds between two questions
_BEHIND = 2000  # looks at which a server may still know less than what was acknowledged


@dataclass
class Player:
    """A program at a table: it remembers every action that was taken, and sends again what nobody answered."""

    server: ApiClient
    table: str
    seat: int
    random: Random
    patience: float  # seconds in which the game ends
    trouble: list[str]  # of anybody: nobody goes on then
    taken: list[str] = field(default_factory=list)
    acknowledged: int = 0  # of these, how many were answered; when the others were sent again, it was too late
    _number: int = -1  # of the steps that are known
    _after: int = -1  # of the steps behind which there must be one more to look again; -1 to look again at once
    _owed: dict[str, Any] = field(default_factory=dict)  # an action that nobody has answered
    _behind: int = 0  # views that were older than what is known

    def play(self) -> None:
        """Act until the game is over, whatever happens to the servers."""
        what = f"the end of the game at table {self.table}"
        eventually(lambda: self.trouble or self._is_over(), what, self.patience, _AGAIN)

    def _is_over(self) -> bool:
        """Wait for the next view, and act if that is asked for; whether the game is over."""
        try:
            if self._owed:
                self._send(again=True)
            view = self.server.ask(f"/tables/{self.table}/view", query={"wait": 2, "after": self._after})
            self._after = view["number"]
            if self._is_new(view) and view["legal"] and not self._owed:
                action = self.random.choice(view["legal"])["action"]
                self._owed = {"decided": view["decided"], "actions": [action]}
                self._send(again=False)
        except Unreachable:
            return False
        return bool(view["outcome"]) and not self._owed

    def _is_new(self, view: Mapping[str, Any]) -> bool:
        """Whether a view is as new as what we know, and not that of a server that has yet to hear of it."""
        self._behind += view["number"] < self._number
        assert self._behind < _BEHIND, f"{self._number} steps at table {self.table} were known, {view['number']} are"
        is_new: bool = view["number"] >= self._number
        self._number = max(self._number, view["number"])
        return is_new

    def _send(self, *, again: bool) -> None:
        """Send what is owed; if it was taken when it was sent before, it is too late now."""
        self._after = -1
        try:
            answer = self.server.ask(f"/tables/{self.table}/act", self._owed)
            self._number = max(self._number, answer["number"])
            self.acknowledged += 1
        except Declined as error:
            if not self._was_taken(error):
                self._owed = self._owed if again else {}
                return
            if not again:
                raise
            self._number += 1
        self.taken += self._owed["actions"]
        self._owed = {}

    def _was_taken(self, error: Declined) -> bool:
        """Whether something is declined because it was done: the seat has decided, or a part cannot be done twice."""
        if error.status not in (_STALE, _FORBIDDEN):
            raise error
        decided = _DECIDED.search(str(error))
        return error.status == _FORBIDDEN or (decided is not None and int(decided[1]) > self._owed["decided"])


@dataclass
class Torture:
    """People who open tables one after another and play until time is up, then to the end of what has begun."""

    address: str
    patience: float = _LAST  # seconds in which a game that has begun ends
    client: Callable[[str, str], ApiClient] = ApiClient
    acknowledged_during: int = 0  # decisions, until all harm was done
    players: list[Player] = field(default_factory=list)
    trouble: list[str] = field(default_factory=list)

    @property
    def acknowledged(self) -> int:
        """How many decisions were acknowledged so far."""
        return sum(player.acknowledged for player in self.players)

    @property
    def tables(self) -> int:
        """At how many tables there was play."""
        return len({player.table for player in self.players})

    @property
    def unanswered(self) -> int:
        """How many decisions were taken although their answer was lost."""
        return sum(len(player.taken) - player.acknowledged for player in self.players)

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
        self.acknowledged_during = self.acknowledged
        for thread in threads:
            thread.join()

    def _guarded(self, number: int, enough: Callable[[], bool]) -> None:
        try:
            game = number
            while True:
                self._play_one(*TABLES[game % len(TABLES)], Random(1000 * number + game))
                game += 1
                if enough() or self.trouble:
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
        people = [self.client(self.address, "en") for _ in range(int(str(options.get("seats", 2))) - bots)]
        for number, person in enumerate(people):
            person.token = _insist(person, "/people", {"name": f"P{number}"})["token"]
        table = _insist(people[0], "/tables", {"game": game, "options": options, "bots": bots})["id"]
        for person in people[1:]:
            _insist(person, f"/tables/{table}/sit", {})

        def begun() -> bool:
            _insist(people[0], f"/tables/{table}/start", {})
            return _insist(people[0], f"/tables/{table}", None)["stage"] != "open"

        eventually(begun, f"table {table} to begin", _LAST, _AGAIN)
        seats = enumerate(people)
        return [Player(person, table, seat, random, self.patience, self.trouble) for seat, person in seats]


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


def hold(data: str, torture: Torture, journal: Iterable[Mapping[str, Any]]) -> None:
    """Hold what is kept, and what servers have written down, against what was taken."""
    assert not torture.trouble, torture.trouble

    async def check(store: Store) -> None:
        for player in torture.players:
            await _hold_table(store, player)

    using(data, check)
    decided = Counter((line["table"], line["seat"], line["number"]) for line in journal if line["event"] == "decided")
    assert [which for which, often in decided.items() if often > 1] == [], "a decision was taken twice"


async def _hold_table(store: Store, player: Player) -> None:
    saved = await store.table(player.table)
    assert saved
    assert saved.stage == "over"
    table = Table.undealt(find_game(saved.game), None, dict(saved.choices))
    for seat, action in await store.steps(player.table):
        table.follow(seat, action)
    assert table.over
    played = [table.action_name(step.action) for step in table.steps if step.seat == player.seat]
    assert player.taken, player
    assert played == player.taken, player  # nothing is lost, and nothing there twice

"""Kill the server at any moment: no acknowledged step is lost, and every table goes on where it was."""

from __future__ import annotations

import asyncio
import signal
import socket
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

from stammtisch.core.table import Table
from stammtisch.terminal.join import Declined, Server, Unreachable
from stammtisch.store.sqlite import SqliteStore

TABLES: dict[str, dict[str, object]] = {
    "duel": {"spaces": 2},
    "gang": {"seats": 3, "rounds": 1},
    "party": {"seats": 2, "face_down": True, "mirror": True},
    "combo": {"seats": 2, "quick": True},
}
_STALE = 409


class Victim:
    """A server process that is killed again and again, always on the same port and file."""

    def __init__(self, data: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        command = str(Path(sys.executable).with_name("stammtisch"))
        self._command = [command, "serve", "--host", "127.0.0.1", "--port", str(self.port), "--data", str(data)]
        self._command += ["--no-browser", "--bot-pause", "0.01"]
        self.start()

    def start(self) -> None:
        """Open the house."""
        self._process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL)  # noqa: S603  # our own command

    def kill(self) -> None:
        """Let it end without a chance to tidy up."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()


@dataclass
class Player:
    """A program at a table: it remembers every decision that the server acknowledged."""

    server: Server
    table: str
    seat: int
    random: Random
    acknowledged: list[tuple[int, list[str]]] = field(default_factory=list)
    trouble: list[str] = field(default_factory=list)

    def play(self) -> None:
        """Decide until the game is over, whatever happens to the server."""
        try:
            while not self._turn():
                pass
        except Exception as error:  # it is looked at in the test
            self.trouble.append(repr(error))

    def _turn(self) -> bool:
        try:
            view = self.server.ask(f"/tables/{self.table}/view", query={"wait": 0})
            if view["outcome"]:
                return True
            if not view["legal"]:
                time.sleep(0.01)
                return False
            action = self.random.choice(view["legal"])["action"]
            self.server.ask(f"/tables/{self.table}/act", {"decided": view["decided"], "actions": [action]})
            self.acknowledged.append((view["decided"], [action]))
        except Unreachable:
            time.sleep(0.05)
        except Declined as error:
            if error.status != _STALE:
                raise
        return False


def _open(victim: Victim, game: str, options: dict[str, object], seed: int) -> list[Player]:
    people = [Server(f"http://127.0.0.1:{victim.port}", "en") for _ in range(int(str(options.get("seats", 2))))]
    for number, person in enumerate(people):
        for _ in range(200):
            try:
                person.token = person.ask("/people", {"name": f"P{number}"})["token"]
                break
            except Unreachable:
                time.sleep(0.05)
    table = people[0].ask("/tables", {"game": game, "options": options})["id"]
    for person in people[1:]:
        person.ask(f"/tables/{table}/sit", {})
    people[0].ask(f"/tables/{table}/start", {})
    return [Player(person, table, seat, Random(seed + seat)) for seat, person in enumerate(people)]


def _is_among(acknowledged: list[str], played: list[str]) -> bool:
    """Whether everything acknowledged was played, in this order; more may have been played than was answered."""
    rest = iter(played)
    return all(action in rest for action in acknowledged)


def torture(data: Path, kills: int) -> None:
    """Play all games at once, kill the server again and again, and hold what is on disk against what was said."""
    victim = Victim(data)
    random = Random(kills)
    players = [player for game, options in TABLES.items() for player in _open(victim, game, options, kills)]
    threads = [threading.Thread(target=player.play) for player in players]
    for thread in threads:
        thread.start()
    for _ in range(kills):
        time.sleep(random.uniform(0.2, 1.5))
        victim.kill()
        victim.start()
    for thread in threads:
        thread.join(timeout=300)
    try:
        assert [player.trouble for player in players if player.trouble] == []
        assert not any(thread.is_alive() for thread in threads), "a table is stuck"
    finally:
        victim.kill()
    store = SqliteStore(data)
    try:
        asyncio.run(_hold(store, players))
    finally:
        asyncio.run(store.close())


async def _hold(store: SqliteStore, players: list[Player]) -> None:
    from stammtisch.core.game import find_game  # noqa: PLC0415

    for player in players:
        saved = await store.table(player.table)
        assert saved
        assert saved.stage == "over"
        table = Table.undealt(find_game(saved.game), None, dict(saved.choices))
        for seat, action in await store.steps(player.table):
            table.follow(seat, action)
        assert table.over
        played = [table.action_name(step.action) for step in table.steps if step.seat == player.seat]
        said = [action for _, actions in player.acknowledged for action in actions]
        assert len(said) > 3
        assert _is_among(said, played), player


def test_five_kills_lose_nothing(tmp_path: Path) -> None:
    torture(tmp_path / "house.db", 5)


@pytest.mark.deep
def test_fifty_kills_lose_nothing(tmp_path: Path) -> None:
    torture(tmp_path / "house.db", 50)

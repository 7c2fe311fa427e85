"""A server that is told to end hands its people over: nothing is lost, nobody is cut off, and it is soon gone."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import TypeVar

import pytest
from starlette.testclient import TestClient
from wsproto import ConnectionType, WSConnection
from wsproto.events import AcceptConnection, CloseConnection, Request

from stammtisch.core.game import find_game
from stammtisch.store.postgresql import PostgresStore
from stammtisch.store.sqlite import SqliteStore
from stammtisch.web.app import make_app
from stammtisch.web.house import House
from stammtisch.web.places import Place, Terms
from stammtisch.web.room import Room
from stammtisch.web.serve import _ECHO
from tests.postgres import Postgres
from tests.store.keeping import using
from tests.web.process import PATIENCE, Person, Server, serving
from tests.web.program import house_of

T = TypeVar("T")
SOON = 3.0  # seconds after which a server that was told to end is gone


class Watching:
    """A socket to a table."""

    def __init__(self, person: Person) -> None:
        self._wire = socket.create_connection(("127.0.0.1", person.server.port), timeout=PATIENCE)
        self._talk = WSConnection(ConnectionType.CLIENT)
        cookie = [(b"cookie", person.cookie.encode())]
        host = f"127.0.0.1:{person.server.port}"
        self._wire.sendall(self._talk.send(Request(host=host, target=f"{person.table}/live", extra_headers=cookie)))
        assert isinstance(next(self.events()), AcceptConnection)

    def events(self) -> Iterator[object]:
        """Yield what comes, until nothing more does."""
        while some := self._wire.recv(65536):
            self._talk.receive_data(some)
            yield from self._talk.events()

    def closed_with(self) -> int:
        """Wait until it is closed, and return with which code."""
        with closing(self._wire):
            return next(int(event.code) for event in self.events() if isinstance(event, CloseConnection))


def in_background(work: Callable[[], T]) -> Callable[[], T]:
    """Do something in a thread; what is returned waits for what comes of it."""
    came: list[T] = []
    thread = threading.Thread(target=lambda: came.append(work()))
    thread.start()

    def wait() -> T:
        thread.join(PATIENCE)
        return came[0]

    return wait


def wait_until_closed(server: Server) -> None:
    """Wait until nobody is let in any more."""
    with suppress(ConnectionRefusedError, ConnectionResetError):
        while True:
            socket.create_connection(("127.0.0.1", server.port)).close()


def test_sockets_are_told_to_come_back(tmp_path: Path) -> None:
    with serving(str(tmp_path / "house.db")) as server:
        sockets = [Watching(Person(server)) for _ in range(3)]
        code, seconds = server.end()

        assert [watching.closed_with() for watching in sockets] == [1012] * 3
        assert code == 0
        assert seconds < SOON
        assert server.process.stderr
        assert server.process.stderr.read() == ""


def test_a_form_in_flight_is_taken(tmp_path: Path) -> None:
    data = str(tmp_path / "house.db")
    with serving(data) as server:
        person = Person(server)
        body = person.form(said="I was in a hurry").encode()
        connection = HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        connection.putrequest("POST", f"{person.table}/say")
        for name, value in {**person.headers(), "content_length": str(len(body))}.items():
            connection.putheader(name.replace("_", "-"), value)
        connection.endheaders(body[:10])
        assert server.ask("GET", "/healthz")[0].status == 200  # the server has read what was sent before
        ended = in_background(server.end)
        wait_until_closed(server)
        connection.send(body[10:])

        assert connection.getresponse().status == 303
        connection.close()
        code, seconds = ended()
        assert code == 0
        assert seconds < SOON

    chat = using(data, lambda store: store.chat(person.table.removeprefix("/t/")))
    assert [said for _, _, said in chat] == ["I was in a hurry"]


def test_whoever_waits_is_answered_early(tmp_path: Path) -> None:
    with serving(str(tmp_path / "house.db")) as server:
        path = f"/api/tables/{Person(server).table.removeprefix('/t/')}/view"
        number = json.loads(server.ask("GET", path)[1])["number"]
        connection = HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        connection.request("GET", f"{path}?after={number}&wait=25")
        server.ask("GET", "/healthz")  # the server has read what was sent before
        code, seconds = server.end()
        answer = connection.getresponse()

        assert answer.status == 200
        assert json.loads(answer.read())["number"] == number
        assert code == 0
        assert seconds < SOON
        connection.close()


def test_a_signal_that_a_process_and_its_group_are_sent_is_one(tmp_path: Path) -> None:
    with serving(str(tmp_path / "house.db")) as server:
        server.ask("GET", "/healthz")
        server.process.send_signal(signal.SIGTERM)
        time.sleep(0.01)  # or the system makes one of them by itself
        code, _ = server.end()

        assert code == 0


def test_one_who_never_ends_does_not_hold_up_the_end(tmp_path: Path) -> None:
    with serving(str(tmp_path / "house.db")) as server:
        with socket.create_connection(("127.0.0.1", server.port)) as slow:
            slow.sendall(b"POST /me HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\nhalf")
            server.ask("GET", "/healthz")
            code, seconds = server.end()

        assert code == 0
        assert seconds < SOON


def test_claims_are_free_as_soon_as_the_server_has_ended(postgresql: str, postgres: Postgres) -> None:
    with serving(postgresql) as server:
        person = Person(server)
        body = json.dumps({"game": "gang", "bots": 3})
        token = json.loads(server.ask("POST", "/api/people", '{"name": "Anna"}')[1])["token"]
        bearer = {"authorization": f"Bearer {token}"}
        table = json.loads(server.ask("POST", "/api/tables", body, **bearer)[1])["id"]
        assert person.table

        async def claims() -> bool:
            store = await PostgresStore.open(postgresql)
            try:
                return await store.claim(table)
            finally:
                await store.close()

        locks = "SELECT FROM pg_locks WHERE locktype = 'advisory' AND (classid::BIGINT << 32 | objid::BIGINT) = "
        until = time.monotonic() + PATIENCE
        while not postgres.run(f"{locks} hashtextextended('{table}', 0)", postgresql):
            assert time.monotonic() < until, "the server does not play for the bots"
        assert not asyncio.run(claims())
        code, seconds = server.end()
        assert asyncio.run(claims())
        assert code == 0
        assert seconds < SOON


@contextmanager
def _hanging(url: str, postgres: Postgres) -> Iterator[None]:
    """Let the connections of a database hang, as if the network were cut."""
    found = postgres.run(f"SELECT pid FROM pg_stat_activity WHERE datname = '{url.rpartition('/')[2]}'")  # noqa: S608
    assert found
    for (pid,) in found:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for (pid,) in found:
            os.kill(pid, signal.SIGCONT)


def test_a_database_that_hangs_does_not_hold_up_the_end(postgresql: str, postgres: Postgres) -> None:
    with serving(postgresql) as server:
        Person(server)
        with _hanging(postgresql, postgres):
            asked, _ = server.ask("GET", "/readyz")
            code, seconds = server.end()

        assert asked.status == 503
        assert code == 0
        assert seconds < SOON + 1


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
def test_a_second_signal_ends_it_at_once(sign: signal.Signals, postgresql: str, postgres: Postgres) -> None:
    with serving(postgresql) as server:
        Person(server)
        with _hanging(postgresql, postgres):
            ended = in_background(server.end)
            wait_until_closed(server)
            time.sleep(_ECHO)
            begun = time.monotonic()
            server.process.send_signal(sign)

            assert ended()[0] == 1
            assert time.monotonic() - begun < 1


def test_bots_that_think_do_not_hold_up_the_end(tmp_path: Path) -> None:
    server = Server(str(tmp_path / "house.db"), "--bots", "1")
    try:
        token = json.loads(server.ask("POST", "/api/people", '{"name": "Anna"}')[1])["token"]
        body = json.dumps({"game": "combo", "bots": 3, "level": "strong", "options": {"seats": 4}})
        server.ask("POST", "/api/tables", body, authorization=f"Bearer {token}")
        code, seconds = server.end()

        assert code == 0
        assert seconds < SOON
    finally:
        server.process.kill()
        server.process.communicate()


def test_a_house_is_ready_as_long_as_its_store_answers(postgresql: str, postgres: Postgres) -> None:
    with TestClient(make_app(postgresql)) as client:
        assert client.get("/readyz").text == "ok"
        postgres.stop()
        try:
            answer = client.get("/readyz")
        finally:
            postgres.start()

        assert (answer.status_code, answer.text) == (503, "the store does not answer")


def test_a_house_that_is_closing_is_not_ready(tmp_path: Path) -> None:
    with TestClient(make_app(tmp_path / "house.db")) as client:
        assert client.get("/readyz").status_code == 200
        house_of(client).hand_over()
        answer = client.get("/readyz")

        assert (answer.status_code, answer.text) == (503, "the house is closing")
        assert client.get("/healthz").status_code == 200


def test_a_house_that_is_closed_in_the_moment_in_which_it_is_woken_is_closed(tmp_path: Path) -> None:
    async def close() -> None:
        store = SqliteStore(tmp_path / "house.db")
        house = House(store, 0.0)
        room = Room.new(store, find_game("duel"), {}, "anna", Terms())
        room.places = [Place("anna", "Anna", ready=True), Place("tobi", "Tobi", ready=True)]
        audience = await house.open(room)
        await house.start_if_alone(audience)
        while room.id not in house.attendance._bells:  # noqa: ASYNC110  # it rests soon
            await asyncio.sleep(0.01)
        house.attendance.wake(audience)
        async with asyncio.timeout(PATIENCE):
            await house.close()
        await store.close()

    asyncio.run(close())

"""A server that is told to end hands its people over: nothing is lost, nobody is cut off, and it is soon gone."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import TypeVar

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.testclient import TestClient
from wsproto import ConnectionType, WSConnection
from wsproto.events import AcceptConnection, CloseConnection, Request

from stammtisch.clock import SYSTEM_CLOCK
from stammtisch.core.game import find_game
from stammtisch.store.sqlite.store import SqliteStore
from stammtisch.web import serve
from stammtisch.web.app import make_app
from stammtisch.web.live.registry import TableRegistry
from stammtisch.web.tables.live_table import LiveTable
from stammtisch.web.tables.record import Place, TableTerms
from tests.postgres import Postgres
from tests.store.opened_stores import using
from tests.turned_clock import TurnedClock
from tests.waiting import PATIENCE, eventually, until
from tests.web.drivers.program import registry_of
from tests.web.drivers.raw_bytes import UPGRADE, Asked, frame
from tests.web.houses.process import Person, Server, play_with_bots, serving

T = TypeVar("T")
SOON = 3.0  # seconds after which a server that was told to end is gone, beside those that it takes to open
PATIENT = "from stammtisch.web import serve; serve._GRACE = 20; serve._LAST = 60.0; "
# A server that gives those who are there more time than a busy machine takes, and less than one may wait for news.
UNCALLED = f"{PATIENT}from stammtisch.web.api import handlers; handlers._LOOK_AGAIN = 60.0; "  # nobody looks by himself
in_time = pytest.mark.parametrize(
    "soon", [PATIENCE, pytest.param(SOON, marks=pytest.mark.alone)], ids=["in the end", "soon"]
)  # by the clock only where nothing else runs


class Watching:
    """A socket to a table."""

    def __init__(self, person: Person) -> None:
        self._wire = socket.create_connection(("127.0.0.1", person.server.port), timeout=PATIENCE)
        self._talk = WSConnection(ConnectionType.CLIENT)
        cookie = [(b"cookie", person.cookie.encode())]
        host = f"127.0.0.1:{person.server.port}"
        self._wire.sendall(self._talk.send(Request(host=host, target=f"{person.table}/live", extra_headers=cookie)))
        assert isinstance(next(self.events("a socket to open")), AcceptConnection)

    def events(self, what: str) -> Iterator[object]:
        """Yield what comes, until nothing more does; whoever gives up says what was waited for."""
        while some := self._next(what):
            self._talk.receive_data(some)
            yield from self._talk.events()

    def _next(self, what: str) -> bytes:
        try:
            return self._wire.recv(65536)
        except TimeoutError as error:
            raise TimeoutError(f"waited {PATIENCE:g} seconds for {what}") from error

    def closed_with(self) -> int:
        """Wait until it is closed, and return with which code."""
        with closing(self._wire):
            events = self.events("a socket to be closed")
            return next(int(event.code) for event in events if isinstance(event, CloseConnection))


def in_background(work: Callable[[], T]) -> Callable[[], T]:
    """Do something in a thread; what is returned waits for what comes of it."""
    came: list[T] = []
    thread = threading.Thread(target=lambda: came.append(work()))
    thread.start()

    def wait() -> T:
        thread.join(PATIENCE)
        assert came, f"{work} did not end within {PATIENCE:g} seconds"
        return came[0]

    return wait


def wait_until_closed(server: Server) -> None:
    """Wait until nobody is let in any more."""

    def is_closed() -> bool:
        try:
            socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE).close()
        except (ConnectionRefusedError, ConnectionResetError):
            return True
        return False

    eventually(is_closed, "the server to let nobody in", PATIENCE)


def hold_end(ended: tuple[int, float], soon: float) -> None:
    """See that a server has ended well, and soon."""
    code, seconds = ended
    assert code == 0
    assert seconds < soon


@in_time
def test_sockets_are_told_to_come_back(tmp_path: Path, soon: float) -> None:
    with serving(str(tmp_path / "house.db"), first=PATIENT) as server:
        sockets = [Watching(Person(server)) for _ in range(3)]
        hold_end(server.end(), soon)

        assert [watching.closed_with() for watching in sockets] == [1012] * 3
        assert server.process.stderr
        assert server.process.stderr.read() == ""


@in_time
def test_a_form_in_flight_is_taken(tmp_path: Path, soon: float) -> None:
    data = str(tmp_path / "house.db")
    with serving(data, first=PATIENT) as server:
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
        hold_end(ended(), soon)

    chat = using(data, lambda store: store.chat(person.table.removeprefix("/t/")))
    assert [said for _, _, said in chat] == ["I was in a hurry"]


@in_time
def test_whoever_waits_is_answered_early(tmp_path: Path, soon: float) -> None:
    with serving(str(tmp_path / "house.db"), first=UNCALLED) as server:
        path = f"/api/tables/{Person(server).table.removeprefix('/t/')}/view"
        number = json.loads(server.ask("GET", path)[1])["number"]
        connection = HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        connection.request("GET", f"{path}?after={number}&wait=25")
        server.ask("GET", "/healthz")  # the server has read what was sent before
        hold_end(server.end(), soon)
        answer = connection.getresponse()

        assert answer.status == 200
        assert json.loads(answer.read())["number"] == number
        connection.close()


def test_a_signal_that_a_process_and_its_group_are_sent_is_one() -> None:
    clock, app = TurnedClock(), Starlette()
    server = serve.Server(uvicorn.Config(app), app, clock)
    for _ in range(2):
        server.handle_exit(signal.SIGTERM, None)  # a second one would end this process at once
        clock.advance(0.1)

    assert server.should_exit


@in_time
def test_one_who_never_ends_does_not_hold_up_the_end(tmp_path: Path, soon: float) -> None:
    with (
        serving(str(tmp_path / "house.db")) as server,
        socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as slow,
    ):
        slow.sendall(b"POST /me HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\nhalf")
        server.ask("GET", "/healthz")
        hold_end(server.end(), soon)


@in_time
def test_those_who_do_not_read_do_not_hold_up_the_end(tmp_path: Path, soon: float) -> None:
    with serving(str(tmp_path / "house.db")) as server, ExitStack() as kept:
        host, person = f"127.0.0.1:{server.port}", Person(server)
        opening = Asked("GET", f"{person.table}/live", (("Host", host), ("Cookie", person.cookie), *UPGRADE))
        page = Asked("GET", "/rules/combo", (("Host", host),))
        for raw in (b"", b"GET / HT", page.raw() * 10, opening.raw(), opening.raw() + frame(0x89, b"") * 1000):
            line = kept.enter_context(socket.socket())
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            line.connect(("127.0.0.1", server.port))
            line.sendall(raw)
        server.ask("GET", "/healthz")
        hold_end(server.end(), soon)


@in_time
def test_claims_are_free_as_soon_as_the_server_has_ended(postgresql: str, postgres: Postgres, soon: float) -> None:
    with serving(postgresql) as server:
        _, table = play_with_bots(server)

        def claims() -> bool:
            return using(postgresql, lambda store: store.claim(table))

        locks = "SELECT FROM pg_locks WHERE locktype = 'advisory' AND (classid::BIGINT << 32 | objid::BIGINT) = "
        claimed = f"{locks} hashtextextended('{table}', 0)"
        eventually(lambda: postgres.run(claimed, postgresql), "the server to claim the table", PATIENCE)
        assert not claims()
        hold_end(server.end(), soon)
        assert claims()


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


@in_time
def test_a_database_that_hangs_does_not_hold_up_the_end(postgresql: str, postgres: Postgres, soon: float) -> None:
    with serving(postgresql) as server:
        Person(server)
        with _hanging(postgresql, postgres):
            asked, _ = server.ask("GET", "/readyz")
            hold_end(server.end(), soon + 1)

        assert asked.status == 503


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
def test_a_second_signal_ends_it_at_once(sign: signal.Signals, postgresql: str, postgres: Postgres) -> None:
    with serving(postgresql) as server:
        Person(server)
        with _hanging(postgresql, postgres):
            ended = in_background(server.end)
            wait_until_closed(server)

            def is_gone() -> bool:
                server.process.send_signal(sign)  # what comes too soon is taken for an echo of the first one
                return server.process.poll() is not None

            eventually(is_gone, "the end of the server")
            assert ended()[0] == 1


@in_time
def test_bots_that_think_do_not_hold_up_the_end(tmp_path: Path, soon: float) -> None:
    with serving(str(tmp_path / "house.db"), "--bots", "1") as server:
        play_with_bots(server, "combo", level="strong", options={"seats": 4})
        hold_end(server.end(), soon)


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
        registry_of(client).hand_over()
        answer = client.get("/readyz")

        assert (answer.status_code, answer.text) == (503, "the house is closing")
        assert client.get("/healthz").status_code == 200


def test_a_house_that_is_closed_in_the_moment_in_which_it_is_woken_is_closed(tmp_path: Path) -> None:
    async def close() -> None:
        store = SqliteStore(tmp_path / "house.db")
        house = TableRegistry(store, 0.0)
        room = LiveTable.new(store, SYSTEM_CLOCK, find_game("duel"), {}, "anna", TableTerms())
        room.record.places = [Place("anna", "Anna", ready=True), Place("tobi", "Tobi", ready=True)]
        channel = await house.open(room)
        await house.start_if_alone(channel)
        await until(lambda: room.id in house.bot_turns._wake_events)  # it rests soon
        house.bot_turns.wake(channel)
        async with asyncio.timeout(PATIENCE):
            await house.close()
        assert not house.bot_turns.has_worker(room.id)
        await store.close()

    asyncio.run(close())

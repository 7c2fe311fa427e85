"""Findings about limits, connections and headers."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from itertools import cycle
from pathlib import Path
from threading import Thread

from tests.waiting import PATIENCE
from tests.web.attacks.findings.house import MANY, NEWCOMERS, House, Seen, is_refused, opened_house
from tests.web.attacks.floods import COOKIE
from tests.web.drivers.raw_bytes import UPGRADE, Asked, ask, frame
from tests.web.fixtures.boards import boards, table_on

SILENT = 15.0  # seconds after which a connection that says nothing is thought to be kept
PEOPLE, BOARDS = 3, 20  # one person may open as many tables at once
TOO_MUCH = 15  # milliseconds of a processor for each; by the clock it depends on what else the machine does
PINGS, WATCHERS = 2000, 200
TEXT = b"\x81"  # how a frame begins that holds what is shown; another one closes the socket


def newline(house: House) -> Seen:
    """Bring newcomers by a path that ends with a newline."""
    answers = house.newcomers("203.0.113.1", path="/api/people%0A")
    taken = answers.count(201)
    return Seen("S1", f"{MANY} newcomers by a path with %0A", taken == MANY, f"{taken} taken")


def boards_in_the_loop(house: House) -> Seen:
    """Open tables on boards of one's own, and ask meanwhile whether the server is there."""
    tokens, raw = cycle([house.newcomer("Mallory") for _ in range(PEOPLE)]), []
    for board in boards(PEOPLE * BOARDS):
        headers = (("Host", "127.0.0.1"), ("Authorization", f"Bearer {next(tokens)}"), ("Connection", "close"))
        raw.append(Asked("POST", "/api/tables", headers, table_on(board).encode()).raw())
    before, worst = house.processor_time(), 0.0
    opening = [Thread(target=ask, args=(house.server.port, one)) for one in raw]
    for thread in opening:
        thread.start()
    while any(thread.is_alive() for thread in opening):
        begun = time.monotonic()
        house.ask("GET", "/healthz")
        worst = max(worst, time.monotonic() - begun)
    each = (house.processor_time() - before) / len(raw) * 1000
    told = f"/healthz after {worst:.2f} s, {each:.0f} ms of a processor for each"
    return Seen("S2", f"{len(raw)} boards of one's own at once", each > TOO_MUCH, told)


def large_cookie(house: House) -> Seen:
    """Send a cookie that is larger than anybody needs."""
    begun = time.monotonic()
    status = ask(house.server.port, COOKIE).status
    told = f"{status or 'cut off'} after {time.monotonic() - begun:.1f} s"
    return Seen("S3", "a cookie of 3 MB", status == 200, told)


def silence(house: House) -> Iterator[Seen]:
    """Connect, say nothing or half of a request, let the others be tried, and look whether one is still connected."""
    with ExitStack() as stack:
        begun, lines = time.monotonic(), []
        for said in (b"", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Half: "):
            lines.append(stack.enter_context(socket.create_connection(("127.0.0.1", house.server.port), PATIENCE)))
            lines[-1].sendall(said)
        yield Seen("", "", as_found=False, told="")
        for line, what in zip(lines, ("silent", "half-sent"), strict=True):
            line.settimeout(max(0.1, begun + SILENT - time.monotonic()))
            kept = not _is_closed(line)
            told = f"open after {SILENT:g} s" if kept else f"closed within {SILENT:g} s"
            yield Seen("S3", f"a {what} connection", kept, told)


def _is_closed(line: socket.socket) -> bool:
    """Whether a connection ends in time, with an answer before it or none."""
    try:
        while line.recv(4096):
            pass
    except TimeoutError:
        return False
    except OSError:
        return True
    return True


def pings(house: House) -> Seen:
    """Send pings to a socket at a table of one's own, and count what is answered."""
    _, table = house.two_at_a_duel("Anna", "Tobi")
    opening = Asked("GET", f"/t/{table['id']}/live", (("Host", "127.0.0.1"), *UPGRADE))
    got = b""
    with socket.create_connection(("127.0.0.1", house.server.port), PATIENCE) as line, suppress(OSError):
        line.sendall(opening.raw())
        got += line.recv(65536)
        Thread(target=_send, args=(line, frame(0x89, b"ping!" * 20) * PINGS)).start()
        line.settimeout(3.0)
        while some := line.recv(65536):
            got += some
    pongs = got.count(b"ping!" * 20)
    return Seen("S3", f"{PINGS} pings on a socket", pongs == PINGS, f"{pongs} answered")


def _send(line: socket.socket, what: bytes) -> None:
    with suppress(OSError):
        line.sendall(what)


def crowded_table(house: House) -> Seen:
    """Watch a table without a cookie so often that it is full, and come from elsewhere."""
    _, table = house.two_at_a_duel("Anna", "Tobi")
    with ExitStack() as stack:
        crowd = [_watching(house, table["id"], f"203.0.113.{turn % 10}", stack) for turn in range(WATCHERS)]
        shut_out = not _watching(house, table["id"], "198.51.100.7", stack)
    told = f"{sum(crowd)} watch, and whoever comes is {'shut out' if shut_out else 'let in'}"
    return Seen("S9", f"{WATCHERS} sockets at a table without a cookie", shut_out, told)


def _watching(house: House, table: str, address: str, stack: ExitStack) -> bool:
    """Whether a socket is shown a table, which stays open."""
    line = stack.enter_context(socket.create_connection(("127.0.0.1", house.server.port), PATIENCE))
    headers = (("Host", "127.0.0.1"), ("X-Forwarded-For", address), *UPGRADE)
    line.sendall(Asked("GET", f"/t/{table}/live", headers).raw())
    got = b""
    while b"\r\n\r\n" not in got or got.endswith(b"\r\n\r\n"):  # until the first frame begins
        if not (some := line.recv(65536)):
            return False
        got += some
    return got.partition(b"\r\n\r\n")[2][:1] == TEXT


def leftmost_address(house: House) -> Seen:
    """Believe every proxy, and come through one with another address at the left end each time."""
    data, believed = str(Path(house.data).parent / "believing.db"), ("--behind-proxy", "*")
    told = [f"198.51.100.{number}, 203.0.113.3" for number in range(MANY)]
    what = f"{MANY} newcomers, each with another address at the left end"
    if is_refused(house.python, data, *believed):
        taken = house.newcomers(*told).count(201)
        return Seen("S4", what, taken == MANY, f"no server believes everybody; {taken} taken")
    with opened_house(house.python, data, *believed) as believing:
        taken = believing.newcomers(*told).count(201)
    return Seen("S4", what, taken > NEWCOMERS + 30, f"{taken} taken by a server that believes every proxy")

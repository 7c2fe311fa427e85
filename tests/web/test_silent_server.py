"""The drivers that wait at a wire say what they have waited for, where a server says nothing."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator

import pytest

from tests.web.drivers.light_browser import LightBrowser
from tests.web.drivers.raw_bytes import ask, read_answer, say, talk

SOON = 0.05  # seconds: nothing will come


@pytest.fixture
def silent() -> Iterator[int]:
    """A port at which connections are made and nothing is said."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener.getsockname()[1]


def test_a_request_that_is_not_answered_is_named(silent: int) -> None:
    with pytest.raises(TimeoutError, match=r"^waited 0.05 seconds for an answer to b'GET /slow HTTP/1.1"):
        ask(silent, b"GET /slow HTTP/1.1\r\n\r\n", patience=SOON)


def test_bytes_that_are_not_whole_need_no_answer(silent: int) -> None:
    assert ask(silent, b"GET /slow", whole=False, patience=SOON).status == 0


def test_a_server_that_is_not_there_answers_nothing(silent: int) -> None:
    with socket.create_server(("127.0.0.1", 0)) as gone:
        port = gone.getsockname()[1]

    assert port != silent
    assert ask(port, b"GET / HTTP/1.1\r\n\r\n").status == 0


def test_the_rest_of_an_answer_is_named() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        ours.settimeout(SOON)
        theirs.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n12")
        with pytest.raises(TimeoutError, match=r"^waited 0.05 seconds for the rest of an answer, 7 bytes$"):
            read_answer(ours)


def test_a_socket_that_is_not_opened_is_named(silent: int) -> None:
    with pytest.raises(TimeoutError, match=r"^waited 0.05 seconds for a socket to open: b'GET /t/x/live"):
        talk(silent, b"GET /t/x/live HTTP/1.1\r\n\r\n", [], patience=SOON)


def test_a_socket_that_is_not_closed_is_named() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        ours.settimeout(SOON)
        with pytest.raises(TimeoutError, match=r"^waited 0.05 seconds for the end of a socket on which \[b'hello'\]"):
            say(ours, [b"hello"])


def test_a_decision_that_is_not_answered_is_named(silent: int) -> None:
    async def decide() -> None:
        browser = LightBrowser.at(f"http://127.0.0.1:{silent}")
        browser.table, browser.patience = "/t/x", SOON
        _, browser._socket = await asyncio.open_connection("127.0.0.1", silent)
        with pytest.raises(TimeoutError, match=r"^waited 0.05 seconds for an answer to decision 1 at /t/x: do=7$"):
            await browser._act("do=7")
        browser._socket.close()
        await browser.client.aclose()

    asyncio.run(decide())

"""Requests have a size and an end: what is larger is refused before anybody reads it, what is slower is cut off."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

import pytest

from stammtisch.web.server.connection_limits import SERVER_LIMITS, ServerLimits
from tests.waiting import PATIENCE, eventually
from tests.web.drivers.raw_bytes import Answer, Asked, read_answer
from tests.web.houses.small_server import SmallServer, small_server

HASTY = ServerLimits(
    head_seconds=0.3, body_seconds=0.3, idle_seconds=0.3, drain_seconds=0.3, linger_seconds=0.3, look_seconds=0.02
)
PLAIN = Asked("GET", "/", (("Host", "x"),))
POST = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nhalf"


@pytest.fixture(scope="module")
def usual() -> Iterator[SmallServer]:
    with small_server(SERVER_LIMITS) as server:
        yield server


@pytest.fixture(scope="module")
def hasty() -> Iterator[SmallServer]:
    with small_server(HASTY) as server:
        yield server


def _answer(server: SmallServer, raw: bytes) -> tuple[Answer, bool]:
    """Return what is answered to bytes, and whether the connection is closed then."""
    with server.connect() as line:
        with suppress(OSError):  # an answer may come before everything is sent
            line.sendall(raw)
        answer = read_answer(line)
        return answer, bool(answer.status != 200 and server.is_closed(line))


def _with(count: int, size: int) -> bytes:
    """Return a request with so many headers, all of one size, name and value together."""
    headers = [(f"X-{number:04}", "a" * (size - 6)) for number in range(count - 1)]
    return Asked("GET", "/", (("Host", "x" * (size - 4)), *headers)).raw()


def _target(target: str) -> bytes:
    return Asked("GET", target, PLAIN.headers).raw()


@pytest.mark.parametrize(
    "raw",
    [
        PLAIN.raw(),
        _target("/" + "a" * 2047),
        _target("/?" + "a" * 1024),
        _with(64, 256),
        _with(4, 4096),
        PLAIN.with_header("Cookie", "a" * 4000).raw(),
    ],
    ids=["plain", "target", "query", "many headers", "long headers", "cookie"],
)
def test_what_is_just_within_the_limits_is_answered(usual: SmallServer, raw: bytes) -> None:
    assert _answer(usual, raw)[0].status == 200


@pytest.mark.parametrize(
    ("raw", "status"),
    [
        (_target("/" + "a" * 2048), 414),
        (_target("/?" + "a" * 1025), 414),
        (b"GET /" + b"a" * 30_000, 414),
        (_with(65, 20), 431),
        (_with(1, 4097), 431),
        (_with(5, 4000), 431),
        (PLAIN.with_header("Cookie", "a=b;" * 750_000).raw(), 431),
        (b"GET / HTTP/1.1\r\nHost: x\r\nX-Long: " + b"a" * 300_000, 431),
        (b"GET / HTTP/1.1\r\n" + b"a:b\r\n" * 60_000, 431),
    ],
    ids=[
        "target",
        "query",
        "endless target",
        "65",
        "long",
        "all",
        "cookie of 3 MB",
        "endless header",
        "endless headers",
    ],
)
def test_what_is_larger_is_refused_before_its_end(usual: SmallServer, raw: bytes, status: int) -> None:
    answer, closed = _answer(usual, raw)

    assert (answer.status, closed) == (status, True)
    assert "over" in answer.text
    assert {"content-security-policy", "x-content-type-options", "referrer-policy", "cache-control"} <= set(
        answer.headers
    )


def test_what_is_no_request_is_refused(usual: SmallServer) -> None:
    answer, closed = _answer(usual, b"nonsense\r\n\r\n")

    assert (answer.status, answer.text, closed) == (400, "Invalid HTTP request received.", True)


def test_the_second_request_of_a_connection_is_held_to_the_limits(usual: SmallServer) -> None:
    with usual.connect() as line:
        line.sendall(PLAIN.raw())
        assert read_answer(line).status == 200
        line.sendall(_with(1, 4097))
        assert read_answer(line).status == 431


@pytest.mark.parametrize("raw", [b"G", PLAIN.raw()[:-1], POST], ids=["a letter", "half a head", "half a body"])
def test_a_request_that_does_not_come_in_time_is_refused(hasty: SmallServer, raw: bytes) -> None:
    answer, closed = _answer(hasty, raw)

    assert (answer.status, closed) == (408, True)
    hasty.wait_until_alone()


@pytest.mark.parametrize("raw", [PLAIN.raw()[:-4] + b"\r\nX-Slow: ", POST], ids=["head", "body"])
def test_dripping_does_not_prolong_it(hasty: SmallServer, raw: bytes) -> None:
    with hasty.connect() as line:
        line.sendall(raw)

        def drips_and_is_answered() -> bool:
            line.sendall(b"a")
            line.settimeout(0.02)
            with suppress(TimeoutError):
                return line.recv(12) == b"HTTP/1.1 408"
            return False

        assert eventually(drips_and_is_answered, "the one who drips to be cut off")


def test_whoever_says_nothing_is_sent_away_without_a_word(hasty: SmallServer) -> None:
    with hasty.connect() as line:
        assert hasty.is_closed(line)


def test_whoever_says_nothing_more_is_sent_away_even_if_lines_are_fed(hasty: SmallServer) -> None:
    with hasty.connect() as line:
        line.sendall(PLAIN.raw())
        assert read_answer(line).status == 200
        line.sendall(b"\r\n")  # which ends uvicorn's own waiting
        assert hasty.is_closed(line)


def test_whoever_works_longer_than_a_request_may_take_to_come_is_not_cut_off() -> None:
    limits = replace(SERVER_LIMITS, head_seconds=0.2, body_seconds=0.2, look_seconds=0.02)
    with small_server(replace(limits, idle_seconds=60.0)) as server, server.connect() as line:
        for _ in range(2):
            line.settimeout(PATIENCE)
            line.sendall(PLAIN.raw())
            assert read_answer(line).status == 200
            line.settimeout(0.5)  # longer than a request may take
            with pytest.raises(TimeoutError):
                line.recv(1)


def test_a_body_that_nobody_wanted_is_not_taken_in_for_ever(usual: SmallServer) -> None:
    with usual.connect() as line:
        line.sendall(b"POST /early HTTP/1.1\r\nHost: x\r\nContent-Length: 999999999999\r\n\r\n")
        assert read_answer(line).status == 200

        def is_cut_off() -> bool:
            try:
                line.sendall(bytes(65536))
            except ConnectionError:
                return True
            return False

        eventually(is_cut_off, "the body to be cut off", every=0.0)


def test_what_comes_behind_a_body_is_no_header(usual: SmallServer) -> None:
    chunks = (
        b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\nAuthorization: me\r\n\r\n"
    )

    assert _answer(usual, chunks)[0].text == "2 host transfer-encoding"


def test_few_requests_may_wait_on_one_connection(usual: SmallServer) -> None:
    with usual.connect() as line:
        line.sendall(PLAIN.raw() * 10)
        assert _answers(line, 10) == 10
    with usual.connect() as line:
        line.sendall(PLAIN.raw() * 200)
        assert _answers(line, 200) < 200


def _answers(line: socket.socket, most: int) -> int:
    """Return how many answers come, at most so many, before the connection ends."""
    got = b""
    with suppress(OSError):
        while got.count(b"HTTP/1.1 200") < most and (some := line.recv(65536)):
            got += some
    return got.count(b"HTTP/1.1 200")


def test_whoever_does_not_read_the_answer_is_dropped(hasty: SmallServer) -> None:
    with hasty.connect(slow=True) as line:
        line.sendall(_target("/many"))
        assert line.recv(1), "the answer has begun"
        hasty.wait_until_alone()


def test_whoever_reads_slowly_after_the_answer_was_given_up_is_dropped(hasty: SmallServer) -> None:
    with hasty.connect(slow=True) as line:
        line.sendall(PLAIN.raw().replace(b"GET /", b"GET /many").replace(b"Host", b"Connection: close\r\nHost"))
        assert line.recv(1), "the answer has begun"
        hasty.wait_until_alone()

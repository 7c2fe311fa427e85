"""A server as a host runs it: whoever comes through a proxy has their own address, and nobody chooses one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.waiting import PATIENCE
from tests.web.drivers.raw_bytes import UPGRADE, Asked, talk
from tests.web.houses.process import Person, Server, serving

NEWCOMERS = 60  # from one address at once, as `RATES` says
MANY = NEWCOMERS + 30


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(str(tmp_path_factory.mktemp("house") / "house.db")) as server:
        yield server


def _newcomers(server: Server, *addresses: str, path: str = "/api/people", number: int = MANY) -> list[int]:
    """Return how so many newcomers are answered for whom a proxy on this machine asks, by one address after another."""
    told = [addresses[turn % len(addresses)] for turn in range(number)]
    return [server.ask("POST", path, '{"name": "Anna"}', x_forwarded_for=address)[0].status for address in told]


def _ask_from(server: Server, address: str, method: str, path: str, **headers: str) -> int:
    """Return how something is answered that is asked from an address of this machine."""
    with closing(HTTPConnection("127.0.0.1", server.port, PATIENCE, source_address=(address, 0))) as line:
        line.request(method, path, '{"name": "Anna"}', {name.replace("_", "-"): text for name, text in headers.items()})
        return line.getresponse().status


def test_limits_see_the_address_that_a_proxy_tells(server: Server) -> None:
    assert 429 in _newcomers(server, "203.0.113.1")
    assert _newcomers(server, "203.0.113.2", number=1) == [201]


def test_nobody_gives_themselves_an_address_through_a_proxy_that_is_believed(server: Server) -> None:
    answers = _newcomers(server, *(f"198.51.100.{number}, 203.0.113.3" for number in range(30)))

    assert answers.count(429) > NEWCOMERS // 4


@pytest.mark.parametrize("end", ["%0A", "%00", "%7F", "%C2%85", ""])
def test_control_characters_in_a_path_pass_no_limit(server: Server, end: str) -> None:
    answers = _newcomers(server, "203.0.113.4", path=f"/api/people{end}", number=5 if end else MANY)

    assert {*answers} == ({400} if end else {201, 429})


def test_addresses_that_cannot_be_read_are_limited_together(server: Server) -> None:
    answers = _newcomers(server, "unknown", "", "203.0.113.999", "_hidden", "203.0.113.5, ")

    assert answers.count(429) > NEWCOMERS // 4


def test_another_address_of_this_machine_is_a_stranger(server: Server) -> None:
    answers = [_ask_from(server, "127.0.0.2", "POST", "/api/people") for _ in range(MANY)]
    proxied = [
        _ask_from(server, "127.0.0.2", "POST", "/api/people", x_forwarded_for=f"198.51.100.{number}")
        for number in range(5)
    ]

    assert answers.count(429) > NEWCOMERS // 4
    assert 429 in proxied  # it is no proxy that is believed
    assert _ask_from(server, "127.0.0.1", "POST", "/api/people") == 201


def test_cookies_are_for_encrypted_connections_only_where_the_proxy_has_one(server: Server) -> None:
    plain, encrypted = (server.ask("GET", "/me", x_forwarded_proto=scheme)[0] for scheme in ("http", "https"))

    assert "secure" not in (plain.getheader("set-cookie") or "").lower()
    assert (plain.getheader("set-cookie") or "").startswith("stammtisch=")
    assert "secure" in (encrypted.getheader("set-cookie") or "").lower()
    assert (encrypted.getheader("set-cookie") or "").startswith("__Host-stammtisch=")
    assert Person(server).table


def test_browsers_that_came_over_tls_come_in_no_other_way(server: Server) -> None:
    answers = [
        server.ask("GET", "/healthz", x_forwarded_proto=scheme)[0] for scheme in ("http", "https", "http, https")
    ]
    told = [answer.getheader("strict-transport-security") for answer in answers]

    assert told == [None, "max-age=34560000", "max-age=34560000"]
    assert _ask_from(server, "127.0.0.2", "GET", "/healthz", x_forwarded_proto="https") == 200


def test_a_server_answers_by_no_name_that_somebody_else_has_given_it(server: Server) -> None:
    names = ("evil.example", f"evil.example:{server.port}", "localhost", f"127.0.0.1:{server.port}", "192.168.1.20")
    answers = [server.ask("GET", "/", host=name)[0].status for name in names]

    assert answers == [400, 400, 200, 200, 200]


def test_no_socket_is_opened_by_another_name_or_at_a_path_with_control_characters(server: Server) -> None:
    here = f"127.0.0.1:{server.port}"
    openings = [
        Asked("GET", f"/t/abcdefabcdef/live{end}", (("Host", host), ("Origin", f"http://{host}"), *UPGRADE))
        for host, end in (("evil.example", ""), (here, "%0A"), (here, ""))
    ]

    assert [talk(server.port, opening.raw(), []).status for opening in openings] == [400, 400, 101]


def test_figures_are_not_for_those_for_whom_a_proxy_asks(server: Server) -> None:
    headers: list[dict[str, str]] = [
        {},
        {"x_forwarded_for": "127.0.0.1"},
        {"forwarded": "for=10.0.0.1"},
        {"via": "1.1 x"},
    ]

    assert [server.ask("GET", "/metrics", **one)[0].status for one in headers] == [200, 401, 401, 401]


def test_a_host_says_how_many_proxies_are_believed_and_exempts_nobody(tmp_path: Path) -> None:
    with serving(str(tmp_path / "house.db"), "--behind-proxy", "2", "--exempt-addresses", "none") as server:
        answers = _newcomers(server, *(f"198.51.100.{number}, 203.0.113.9, 10.0.0.2" for number in range(30)))
        straight = [server.ask("POST", "/api/people", '{"name": "Anna"}')[0].status for _ in range(MANY)]

    assert answers.count(429) > NEWCOMERS // 4
    assert straight.count(429) > NEWCOMERS // 4

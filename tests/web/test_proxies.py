"""Whoever comes through a proxy is known by their own address, if the proxy is one that is believed."""

from __future__ import annotations

from pathlib import Path

from tests.web.process import Person, Server, serving

NEWCOMERS = 60  # from one address at once, as `RATES` says


def _newcomers(server: Server, address: str) -> list[int]:
    """Return how so many newcomers from one address, and one more, are answered."""
    ask = ("POST", "/api/people", '{"name": "Anna"}')
    return [server.ask(*ask, x_forwarded_for=address)[0].status for _ in range(NEWCOMERS + 1)]


def test_limits_see_the_address_that_a_proxy_tells(tmp_path: Path) -> None:
    with serving(str(tmp_path / "house.db")) as server:
        assert 429 in _newcomers(server, "203.0.113.9")
        assert server.ask("POST", "/api/people", '{"name": "Tobi"}', x_forwarded_for="203.0.113.10")[0].status == 201


def test_nobody_gives_themselves_an_address_through_a_proxy_that_is_believed(tmp_path: Path) -> None:
    with serving(str(tmp_path / "house.db")) as server:
        answers = [status for number in range(3) for status in _newcomers(server, f"198.51.100.{number}, 203.0.113.9")]

        assert answers.count(429) > NEWCOMERS


def test_a_proxy_that_was_not_named_is_not_believed(tmp_path: Path) -> None:
    with serving(str(tmp_path / "house.db"), "--behind-proxy", "192.0.2.0/24") as server:
        assert 429 not in _newcomers(server, "203.0.113.9")  # they come from this machine, which is not limited


def test_cookies_are_for_encrypted_connections_only_where_the_proxy_has_one(tmp_path: Path) -> None:
    with serving(str(tmp_path / "house.db")) as server:
        plain, encrypted = (server.ask("GET", "/me", x_forwarded_proto=scheme)[0] for scheme in ("http", "https"))

        assert "secure" not in (plain.getheader("set-cookie") or "").lower()
        assert "secure" in (encrypted.getheader("set-cookie") or "").lower()
        assert Person(server).table

"""By which names a house answers."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient, WebSocketDenialResponse

from stammtisch.web.app import make_app
from stammtisch.web.http.network.allowed_hosts import AllowedHosts, own_names

HOSTS = AllowedHosts(["tisch.example"])


@pytest.fixture
def house(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(make_app(tmp_path / "house.db", hosts=HOSTS), base_url="http://tisch.example") as client:
        yield client


@pytest.mark.parametrize(
    "host",
    [
        "tisch.example",
        "TISCH.example:443",
        "tisch.example.",
        "localhost:8000",
        "127.0.0.1",
        "192.168.1.20:8000",
        "[::1]",
    ],
)
def test_its_own_name_and_addresses_are_answered(host: str) -> None:
    assert HOSTS.allows(host)


@pytest.mark.parametrize(
    "host",
    [
        *("", "evil.example", "tisch.example.evil.example", "evil.tisch.example", "tisch.example@evil.example"),
        *(
            "tisch.example:80:80",
            "tisch.example:x",
            "[tisch.example]",
            "localhost.evil.example",
            "127.0.0.1.evil",
            "a b",
        ),
    ],
)
def test_other_names_are_not(host: str) -> None:
    assert not HOSTS.allows(host)


def test_a_machine_answers_by_its_own_names_and_where_it_is_served() -> None:
    hosts, name = AllowedHosts(own_names("tisch.lan")), socket.gethostname()

    assert all(hosts.allows(known) for known in (name, f"{name.partition('.')[0]}.local", "tisch.lan:8000"))
    assert not hosts.allows("evil.example")


def test_whoever_asks_for_another_host_is_told_what_to_do_about_it(house: TestClient) -> None:
    page, program = (house.get(path, headers={"host": "evil.example"}) for path in ("/", "/api/games"))

    assert (page.status_code, program.status_code) == (400, 400)
    assert page.text.startswith("the host is 'evil.example'; it may be an IP address, localhost, or a name that")
    assert program.json()["detail"] == page.text
    assert "tisch.example" not in page.text


def test_a_second_host_hides_nothing(house: TestClient) -> None:
    answer = house.get("/", headers=[("host", "tisch.example"), ("host", "evil.example")])

    assert answer.status_code == 400


def test_no_socket_is_opened_for_another_host(house: TestClient) -> None:
    headers = {"host": "evil.example", "origin": "http://evil.example"}
    with pytest.raises(WebSocketDenialResponse) as refused, house.websocket_connect("/t/abc/live", headers=headers):
        pass

    assert refused.value.status_code == 400
    assert refused.value.headers["x-content-type-options"] == "nosniff"

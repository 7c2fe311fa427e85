"""Nobody can ask for so much that others have to wait."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from ipaddress import ip_network
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from stammtisch.web.app import make_app
from stammtisch.web.http.body_limit import LARGEST_BODY, LARGEST_MESSAGE
from stammtisch.web.http.rate_limit import MOST_HELD, Rate, RateLimit, RateLimiter, limited_address
from tests.web.drivers.page import visitor
from tests.web.drivers.program import Program, program, registry_of
from tests.web.drivers.sockets import act_message, closed_at_once, hear_end, hear_first

FAR, FARTHER = "203.0.113.9", "198.51.100.7"
FEW = {
    "request": RateLimit(Rate(12, 3600.0), Rate(20, 3600.0)),
    "message": RateLimit(Rate(3, 3600.0), None),
    "chat": RateLimit(Rate(2, 3600.0), None),
    "table": RateLimit(Rate(1, 90.0), None),
    "person": RateLimit(None, Rate(2, 3600.0)),
}


@contextmanager
def _house(path: Path, limits: RateLimiter, host: str = FAR) -> Iterator[TestClient]:
    app = make_app(path / "house.db", limits)
    with TestClient(app, client=(host, 5000)) as client:
        yield client


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[TestClient]:
    with _house(tmp_path, RateLimiter(FEW, exempt=())) as client:
        yield client


def test_a_newline_in_the_address_passes_no_limit(strict: TestClient) -> None:
    answers = [
        strict.post(f"/api/people{end}", json={"name": "Anna"}).status_code for end in ("%0A", "", "%0A", "", "%0A", "")
    ]

    assert answers == [400, 201, 400, 201, 400, 429]


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "::ffff:127.0.0.1"])
def test_this_machine_is_not_limited_by_its_address_unless_a_host_says_so(host: str) -> None:
    assert limited_address(host) == ""
    assert limited_address(host, exempt=()) != ""


@pytest.mark.parametrize("host", ["127.0.0.2", "127.8.9.1", "::2", "10.0.0.1", "169.254.0.1"])
def test_every_other_address_is_a_strangers(host: str) -> None:
    assert limited_address(host)
    assert limited_address(host, [ip_network(host)]) == ""


@pytest.mark.parametrize("host", [None, "", "testclient", "unknown", "1.2.3.4.5", "_hidden"])
def test_addresses_that_cannot_be_read_have_one_limit_together(host: str | None) -> None:
    assert limited_address(host) == "unknown"


def test_whoever_has_one_address_of_a_network_has_them_all() -> None:
    assert limited_address("2001:db8::1") == limited_address("2001:db8::ffff:1") != limited_address("2001:db8:0:1::1")


def test_a_program_that_is_too_fast_is_told_when_to_come_again(strict: TestClient) -> None:
    anna = program(strict, "Anna")
    answers = [anna.tell("/tables", game="duel") for _ in range(2)]

    assert [answer.status_code for answer in answers] == [201, 429]
    assert answers[1].headers["retry-after"] == "90"
    assert answers[1].json()["detail"] == "that was too fast; it may be tried again in 90 seconds"


def test_a_person_who_is_too_fast_is_told_in_their_language(strict: TestClient) -> None:
    anna = visitor(strict, "Anna")
    answers = [anna.client.post("/play", headers={"accept-language": "en"}) for _ in range(2)]

    assert answers[1].status_code == 429
    assert answers[1].text == "That was a little fast. Please try again in 90 seconds."
    assert answers[1].headers["x-content-type-options"] == "nosniff"


def test_an_address_has_a_limit_whatever_names_it_uses(strict: TestClient) -> None:
    assert [Program(strict).tell("/people", name="A").status_code for _ in range(4)] == [201, 201, 429, 429]
    assert [strict.get("/").status_code for _ in range(20)].count(429) > 0


def test_one_person_cannot_keep_many_requests_waiting() -> None:
    limits = RateLimiter(held=RateLimit(Rate(2, 0), Rate(3, 0)))

    assert [limits.hold("anna", FAR), limits.hold("anna", FAR), limits.hold("anna", FAR)] == [True, True, False]
    assert [limits.hold("tobi", FAR), limits.hold("vroni", FAR), limits.hold("vroni", "")] == [True, False, True]
    limits.let_go("anna", FAR)
    assert limits.hold("anna", FAR)


def test_whoever_shows_no_cookie_is_one_person_with_all_such_at_the_same_address() -> None:
    limits = RateLimiter(held=RateLimit(Rate(2, 0), Rate(9, 0)))

    assert [limits.hold("", FAR) for _ in range(3)] == [True, True, False]
    assert [limits.hold("", "198.51.100.7"), limits.hold("anna", FAR)] == [True, True]
    limits.let_go("", FAR)
    assert [limits.hold("", FAR), limits.hold("", FAR)] == [True, False]
    assert all(limits.hold("", "") for _ in range(20))  # an exempt address


def test_sockets_and_waiting_requests_count_for_whom_a_proxy_speaks(tmp_path: Path) -> None:
    with ExitStack() as stack:
        limits = RateLimiter(held=RateLimit(None, Rate(2, 0)))
        client = stack.enter_context(_house(tmp_path, limits, "127.0.0.1"))
        anna = visitor(client, "Anna")
        anna.play_now("duel")

        live, told = f"{anna.at}/live", {"x-forwarded-for": f"192.0.2.1, {FAR}"}
        for _ in range(2):
            stack.enter_context(client.websocket_connect(live, headers=told))
        view = f"/api/tables/{anna.at.removeprefix('/t/')}/view?wait=0"
        asked = [client.get(view, headers={"x-forwarded-for": address}).status_code for address in (FAR, FARTHER)]

        assert asked == [429, 200]
        assert closed_at_once(client, live, **told) == 1008
        assert hear_first(stack.enter_context(client.websocket_connect(live, headers={"x-forwarded-for": FARTHER})))


def test_waiting_too_much_is_answered_at_once(tmp_path: Path) -> None:
    with _house(tmp_path, RateLimiter(held=RateLimit(Rate(0, 0), None))) as client:
        anna = program(client, "Anna")

        assert anna.ask("/tables/none/view", wait=20).status_code == 429
        assert anna.ask("/tables/none/view").status_code == 404
    assert MOST_HELD.person == Rate(30, 0)


@pytest.mark.parametrize("path", ["/api/people", "/me"])
def test_a_body_has_an_end_whether_it_is_announced_or_not(tmp_path: Path, path: str) -> None:
    def pieces() -> Iterator[bytes]:
        for _ in range(100):
            yield b"x" * 1000

    form = {"content-type": "application/x-www-form-urlencoded"}
    with _house(tmp_path, RateLimiter()) as client:
        assert client.post(path, content=b"x" * (LARGEST_BODY + 1)).status_code == 413
        assert client.post(path, content=pieces(), headers=form).status_code == 413


def test_a_line_of_talk_has_an_end(tmp_path: Path) -> None:
    with _house(tmp_path, RateLimiter()) as client:
        anna = visitor(client, "Anna")
        anna.play_now("duel")
        anna.send(f"{anna.at}/say", said="x" * 301)

    assert re.findall("x{100,}", anna.page) == ["x" * 300]
    assert re.search(r'name="said"\s+maxlength="300"', anna.page)


def test_a_socket_that_shouts_or_chatters_is_closed(strict: TestClient) -> None:
    anna = visitor(strict, "Anna")
    anna.client.post("/play", data={"mark": anna.csrf_token, "game": "duel"})
    table = registry_of(strict).channels()[0].room.id
    codes = []
    for words in (["x" * (LARGEST_MESSAGE + 1)], [act_message({})] * 4):
        with anna.client.websocket_connect(f"/t/{table}/live") as socket:
            for word in words:
                socket.send_text(word)
            codes.append(hear_end(socket))

    assert codes == [1009, 1008]

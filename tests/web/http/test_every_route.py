"""No address escapes what every request has to pass: for whom it is, who asks, from where, how often, who is banned."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import pytest
from httpx2 import Response
from starlette.applications import Starlette
from starlette.requests import HTTPConnection
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.testclient import TestClient
from starlette.types import Receive, Scope, Send

from stammtisch.web.app import make_app
from stammtisch.web.http.identity import COOKIE, Identity, identity_of
from stammtisch.web.http.network.allowed_hosts import AllowedHosts
from stammtisch.web.http.rate_limit import RATES, Rate, RateLimit, RateLimiter
from stammtisch.web.http.routing import SAFE, CountedRoute
from stammtisch.web.http.signer import Signer
from tests.web.drivers.sockets import closed_at_once

PERSON = "abcdefabcdef"
FILLED = {
    "table": PERSON,
    "game": "duel",
    "cookie": "x",
    "link": "x",
    "rest": "nowhere",
    "number": "1",
    "day": "2026-11-18",
    "person": PERSON,
    "seat": "0",
}
EXEMPT = {"/healthz", "/readyz", "/static/styles/theme.css"}
KINDS = {  # what costs more than other requests; everything else is a request and nothing more
    "POST /play": "table",
    "POST /today/{game}": "table",
    "POST /today/{game}/{day}": "table",
    "POST /api/daily/{game}": "table",
    "POST /api/daily/{game}/{day}": "table",
    "POST /learn": "table",
    "POST /tables": "table",
    "POST /t/{table}/again": "table",
    "POST /t/{table}/take-back": "table",
    "POST /api/tables": "table",
    "POST /t/{table}/say": "chat",
    "POST /t/{table}/hint": "hint",
    "POST /t/{table}/report": "report",
    "POST /api/people": "person",
    "POST /host": "host key",
    "POST /me/forget": "forget",
    "POST /api/me/forget": "forget",
    **{
        f"{method} {path}": "picture"
        for method in ("GET", "HEAD")
        for path in ("/t/{table}/result.png", "/rules/{game}/picture.png", "/today/{game}/{day}/result.png")
    },
    "GET /metrics": "host key",
    "HEAD /metrics": "host key",
}
ARMOUR = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
WAITS = {kind: 1000 * number for number, kind in enumerate(RATES, 1)}  # seconds, by which a kind is told from others
SLOW = {kind: RateLimit(None, Rate(1, seconds)) for kind, seconds in WAITS.items()}


class Address(NamedTuple):
    """Something that can be asked for."""

    method: str  # SOCKET for a socket
    pattern: str
    path: str

    @property
    def kind(self) -> str:
        """What a request for it counts as."""
        if self.pattern.startswith("/api/host/"):
            return "host key"
        return KINDS.get(f"{self.method} {self.pattern}", "request")


def _addresses(routes: Sequence[BaseRoute], before: str = "") -> Iterator[Address]:
    """Yield everything that can be asked for, and fail where it is not known what that is."""
    for route in routes:
        if isinstance(route, Mount):
            yield from _addresses(route.routes, f"{before}{route.path}")
            yield Address("GET", f"{before}{route.path}/{{file}}", f"{before}{route.path}/styles/theme.css")
            continue
        assert isinstance(route, Route | WebSocketRoute)
        pattern = f"{before}{route.path}"
        path = re.sub(r"{(\w+)(:\w+)?}", lambda part: FILLED[part[1]], pattern)
        methods = ["SOCKET"] if isinstance(route, WebSocketRoute) else sorted(route.methods or ())
        if isinstance(route, CountedRoute) and not methods:
            methods = [*route.counts_as]
        assert methods, pattern
        yield from (Address(method, pattern, path) for method in methods)


ALL = [*_addresses(make_app("nowhere").routes)]
GUARDED = [address for address in ALL if address.path not in EXEMPT]
UNSAFE = [address for address in ALL if address.method not in SAFE]


class House:
    """A server that sees everybody come from an address of their own, and remembers what was known about a request."""

    def __init__(self, app: Starlette) -> None:
        self.app = app
        self.client = TestClient(self._note, base_url="http://testserver")
        self.scope: Scope = {}
        self._comers = 0

    async def _note(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            self.scope = scope
            scope["client"] = (f"203.0.{self._comers // 250}.{self._comers % 250 + 1}", 5000)
        await self.app(scope, receive, send)

    @property
    def signer(self) -> Signer:
        """What signs cookies and tokens here."""
        signer: Signer = self.app.state.signer
        return signer

    def somebody_else(self) -> None:
        """Let the next requests come from elsewhere."""
        self._comers += 1

    def ask(self, address: Address, **headers: str) -> Response | int:
        """Return the answer, or how a socket was closed."""
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        self.client.cookies.clear()
        if address.method != "SOCKET":
            answer: Response = self.client.request(address.method, address.path, headers=given, follow_redirects=False)
            return answer
        return closed_at_once(self.client, address.path, **given)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    data = tmp_path_factory.mktemp("house") / "house.db"
    house = House(make_app(data, RateLimiter(SLOW, exempt=()), hosts=AllowedHosts(["testserver"])))
    with house.client:
        yield house


@pytest.fixture(autouse=True)
def newcomer(house: House) -> None:
    house.somebody_else()


def _status(answer: Response | int) -> int:
    return answer if isinstance(answer, int) else answer.status_code


def _named(address: Address) -> str:
    return f"{address.method} {address.pattern}"


def test_there_are_pages_forms_calls_a_socket_and_files() -> None:
    assert {address.method for address in ALL} >= {"GET", "HEAD", "POST", "SOCKET"}
    assert len(ALL) > 60
    assert {address.path for address in ALL} > EXEMPT
    assert {*KINDS} <= {_named(address) for address in ALL}


@pytest.mark.parametrize("address", ALL, ids=_named)
def test_whoever_asks_is_known(house: House, address: Address) -> None:
    cookie, token = house.signer.cookie("anna"), house.signer.token("tobi")
    house.ask(address, cookie=f"{COOKIE}={cookie}", authorization=f"Bearer {token}")

    assert identity_of(HTTPConnection(house.scope)) == Identity("anna", "tobi", token)


@pytest.mark.parametrize("address", UNSAFE, ids=_named)
@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://elsewhere.example"},
        {"origin": "null"},
        {"sec_fetch_site": "cross-site"},
        {"sec_fetch_site": "same-site", "origin": "http://testserver"},
    ],
    ids=["another origin", "no origin", "cross-site", "same-site"],
)
def test_nothing_is_changed_for_another_site(house: House, address: Address, headers: dict[str, str]) -> None:
    answer = house.ask(address, authorization="Bearer x", **headers)

    assert _status(answer) == (4400 if address.method == "SOCKET" else 403)
    assert isinstance(answer, int) or answer.text == "this form came from another site"


@pytest.mark.parametrize("address", UNSAFE, ids=_named)
def test_our_own_pages_are_no_other_site(house: House, address: Address) -> None:
    answer = house.ask(address, origin="http://testserver", sec_fetch_site="same-origin")

    assert _status(answer) != 4400
    assert isinstance(answer, int) or answer.text != "this form came from another site"


@pytest.mark.parametrize("address", [one for one in UNSAFE if not one.path.startswith("/api/")], ids=_named)
def test_a_form_without_its_mark_is_not_taken(house: House, address: Address) -> None:
    if address.method == "SOCKET":
        assert house.ask(address) == 4404  # it changes nothing, and there is no such table
        return
    answer = house.ask(address, accept_language="en")

    assert isinstance(answer, Response)
    assert answer.status_code == 403
    assert "This is not yours to decide." in answer.text


@pytest.mark.parametrize("address", ALL, ids=_named)
def test_no_path_with_control_characters_and_no_other_host_is_answered(house: House, address: Address) -> None:
    answers = [house.ask(address._replace(path=f"{address.path}{end}")) for end in ("%0A", "%00", "%1f", "%7F")]
    answers.append(house.ask(address, host="evil.example", origin="http://evil.example"))

    assert [_status(answer) for answer in answers] == [400] * 5


@pytest.mark.parametrize("address", [one for one in ALL if one.method != "SOCKET"], ids=_named)
def test_every_answer_has_its_armour(house: House, address: Address) -> None:
    for answer in (house.ask(address), house.ask(address, host="evil.example")):
        assert isinstance(answer, Response)
        assert {name: answer.headers.get(name) for name in ARMOUR} == ARMOUR
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
        assert {"camera=()", "geolocation=()"} <= set(answer.headers["permissions-policy"].split(", "))
        assert "strict-transport-security" not in answer.headers  # it is not encrypted


@pytest.mark.parametrize("address", GUARDED, ids=_named)
def test_everything_is_counted_as_what_it_is_declared(house: House, address: Address) -> None:
    house.ask(address)
    again = house.ask(address)

    assert _status(again) == (1008 if address.method == "SOCKET" else 429)
    if isinstance(again, Response):
        assert int(again.headers["retry-after"]) in range(WAITS[address.kind] - 100, WAITS[address.kind] + 1)


@pytest.mark.parametrize("address", GUARDED, ids=_named)
@pytest.mark.parametrize("by", ["cookie", "authorization"])
def test_whoever_is_banned_comes_in_nowhere(house: House, address: Address, by: str) -> None:
    assert house.client.portal
    house.client.portal.call(house.app.state.registry.ban, PERSON)
    cookie, token = (PERSON, "tobi") if by == "cookie" else ("anna", PERSON)  # a second name hides nobody
    answer = house.ask(
        address,
        accept_language="en",
        cookie=f"{COOKIE}={house.signer.cookie(cookie)}",
        authorization=f"Bearer {house.signer.token(token)}",
    )

    assert _status(answer) == (4403 if address.method == "SOCKET" else 403)
    if isinstance(answer, Response) and address.method != "HEAD":
        assert "ost of this house does not let you in any more" in answer.text


@pytest.mark.parametrize("path", sorted(EXEMPT))
def test_what_keeps_the_house_running_is_for_everybody(house: House, path: str) -> None:
    answers = [house.ask(Address("GET", path, path), cookie=f"{COOKIE}=x") for _ in range(3)]

    assert [_status(answer) for answer in answers] == [200] * 3

"""Two servers over one database, in one process, and two people who come to one of them each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager

from starlette.testclient import TestClient

from stammtisch.clock import SYSTEM_CLOCK, Clock
from stammtisch.web.app import make_app
from stammtisch.web.http.rate_limit import RateLimiter
from stammtisch.web.live.broadcast import Channel
from stammtisch.web.tables.quotas import QUOTAS, Quotas
from tests.web.drivers.page import HERE, UTC_DAYS, Visitor, visitor
from tests.web.drivers.program import registry_of

Two = tuple[TestClient, TestClient]


@contextmanager
def two_servers(
    data: str,
    limits: RateLimiter | None = None,
    clocks: Sequence[Clock] = (SYSTEM_CLOCK, SYSTEM_CLOCK),
    quotas: Quotas = QUOTAS,
) -> Iterator[Two]:
    """Open two servers whose bots do not dawdle."""
    with ExitStack() as doors:
        apps = [
            make_app(data, limits, bot_pause=0.01, quotas=quotas, clock=clock, calendar=UTC_DAYS) for clock in clocks
        ]
        first, second = (doors.enter_context(TestClient(app, client=HERE)) for app in apps)
        yield first, second


def elsewhere(person: Visitor, server: TestClient) -> Visitor:
    """Return the same person before another server."""
    same = Visitor(TestClient(server.app, base_url="http://testserver", client=HERE, cookies=person.client.cookies))
    same.client.portal = server.portal
    same.look("/me")
    return same


def lobby(two: Two, **fields: str) -> tuple[Visitor, Visitor, str]:
    """Return Anna at the first server, who may begin a duel, and Tobi at the second, who is ready."""
    anna, tobi = visitor(two[0], "Anna"), visitor(two[1], "Tobi")
    anna.open("duel", **{"o-first_bluffer": "0", **fields})
    tobi.sit(anna.at, ready=True)
    anna.look(anna.at)
    return anna, tobi, anna.at


def duel(two: Two, **fields: str) -> tuple[Visitor, Visitor, str]:
    """Return Anna at the first server and Tobi at the second, at a duel that has begun."""
    anna, tobi, table = lobby(two, **fields)
    anna.send(f"{table}/begin")
    tobi.look(table)
    return anna, tobi, table


def channel_at(server: TestClient, table: str) -> Channel:
    """Return a table with its viewers as a server has it."""
    assert server.portal
    found = server.portal.call(registry_of(server).find, table.removeprefix("/t/"))
    assert found
    return found

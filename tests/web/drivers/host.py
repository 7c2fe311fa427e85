"""The host of a house, as the tests need one: at a browser and as a program."""

from __future__ import annotations

from typing import cast

from starlette.applications import Starlette
from starlette.testclient import TestClient

from stammtisch.store.keys import host_key
from stammtisch.web.http.identity import COOKIE
from stammtisch.web.http.signer import HouseKeys
from stammtisch.web.tables.live_table import LiveTable
from tests.web.drivers.page import Visitor, visitor
from tests.web.drivers.program import Program, registry_of


def key_of(client: TestClient) -> str:
    """Return the host key of the house behind a client."""
    assert client.portal
    return client.portal.call(host_key, registry_of(client).store)


def landlord(client: TestClient) -> Program:
    """Return the host's program."""
    return Program(client, "Host", key_of(client))


def landlady(client: TestClient) -> Visitor:
    """Return the host at a browser, who has shown the key."""
    her = visitor(client, "Vroni")
    her.look("/host")
    assert her.send("/host", key=key_of(client)).status_code == 200
    return her


def room_of(client: TestClient, table: str) -> LiveTable:
    """Return a table that is in memory, by its name or its address."""
    (channel,) = [one for one in registry_of(client).channels() if table.endswith(one.room.id)]
    return channel.room


def steps(client: TestClient, table: str) -> int:
    """Return how many steps there were at a table."""
    return len(room_of(client, table).game_table().steps)


def person_of(visitor: Visitor) -> str:
    """Return the id of somebody who has a cookie."""
    keys: HouseKeys = cast(Starlette, visitor.client.app).state.keys
    return keys.signer.read_cookie(visitor.client.cookies[COOKIE]) or ""

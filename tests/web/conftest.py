"""Houses that most tests of the server go to; whoever needs another one opens it with `drivers.page.house`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.turned_clock import TurnedClock
from tests.web.drivers.page import house
from tests.web.houses.two_servers import Two, two_servers


@pytest.fixture
def server(tmp_path: Path) -> Iterator[TestClient]:
    """Open a house."""
    with house(tmp_path) as client:
        yield client


@pytest.fixture
def clock() -> TurnedClock:
    """Return the clock of the house that stands still."""
    return TurnedClock()


@pytest.fixture
def still(tmp_path: Path, clock: TurnedClock) -> Iterator[TestClient]:
    """Open a house in which time stands still, and bots with it, until a test turns the clock."""
    with house(tmp_path, clock=clock) as client:
        yield client


@pytest.fixture
def two(postgresql: str) -> Iterator[Two]:
    """Open two houses over one database."""
    with two_servers(postgresql) as servers:
        yield servers

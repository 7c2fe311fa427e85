"""A browser without script: what the tests look at pages with."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from pathlib import Path

from httpx2 import Response
from starlette.testclient import TestClient

from stammtisch.core.game import find_game
from stammtisch.core.options import make_options
from stammtisch.web.app import make_app
from tests.web.program import house_of


class Visitor:
    """Somebody with cookies of their own."""

    def __init__(self, client: TestClient) -> None:
        self.client = client
        self.page = ""
        self.at = ""

    def look(self, address: str) -> str:
        """Open a page and return its text."""
        return self._keep(self.client.get(address))

    def send(self, address: str, **fields: str | list[str]) -> Response:
        """Send a form as this person's own pages would, and follow where it leads."""
        answer: Response = self.client.post(address, data={"mark": self.mark, **fields})
        self._keep(answer)
        return answer

    @property
    def mark(self) -> str:
        """What the forms of the page last seen carry."""
        found = re.search(r'name="mark" value="([^"]*)"', self.page)
        assert found, "a page has a form"
        return found[1]

    def offered(self) -> list[str]:
        """Return the actions that the page offers as buttons, those that say why not left out."""
        return offered_on(self.page)

    def decided(self) -> str:
        """Return the count of decisions that the page's form carries."""
        return decided_on(self.page)

    def _keep(self, answer: Response) -> str:
        self.page, self.at = answer.text, answer.url.path
        return self.page


def offered_on(page: str) -> list[str]:
    """Return the actions that a page offers as buttons, those that say why not left out."""
    buttons = re.findall(r"<button[^>]*>", page)
    offered = [button for button in buttons if 'name="do"' in button and "aria-disabled" not in button]
    return [unescape(found[1]) for button in offered if (found := re.search(r'value="([^"]+)"', button))]


def decided_on(page: str) -> str:
    """Return the count of decisions that a page's form carries."""
    found = re.search(r'name="decided" value="(\d+)"', page)
    assert found
    return found[1]


@contextmanager
def house(path: Path, bot_pause: float = 0.01, bots: int = 0) -> Iterator[TestClient]:
    """Open a house over a file, with bots that do not dawdle, in so many processes."""
    app = make_app(path / "house.db", bot_pause=bot_pause, bots=bots)
    with TestClient(app, base_url="http://testserver") as client:
        yield client


def wait_for_bots(client: TestClient, game: str, **choices: object) -> None:
    """Wait until the bots of a game with these options can think in their process."""
    pool, until = house_of(client).attendance.bots, time.monotonic() + 240
    options = make_options(find_game(game).rules, choices)
    while not (client.portal and client.portal.call(pool.is_ready_for, find_game(game), options)):
        assert time.monotonic() < until, "the bots do not come"
        time.sleep(0.05)


def visitor(client: TestClient, name: str = "") -> Visitor:
    """Return somebody new, with a name if one is given."""
    fresh = Visitor(TestClient(client.app, base_url="http://testserver"))
    fresh.client.portal = client.portal
    fresh.look("/me")
    if name:
        fresh.send("/me", name=name)
    return fresh


def two_at_a_duel(client: TestClient, **fields: str) -> tuple[Visitor, Visitor, str]:
    """Return Anna and Tobi at a duel that has begun, and its address."""
    host, guest = visitor(client, "Anna"), visitor(client, "Tobi")
    host.look("/new/duel")
    host.send("/tables", **{"game": "duel", "o-first_bluffer": "0", **fields})
    table = host.at
    guest.look(table)
    guest.send(f"{table}/sit", seat="1")
    guest.send(f"{table}/ready")
    host.look(table)
    host.send(f"{table}/begin")
    guest.look(table)
    return host, guest, table

"""A browser without script: what the tests look at pages with."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC
from html import unescape
from pathlib import Path
from random import Random

from httpx2 import Response
from starlette.testclient import TestClient

from stammtisch.clock import SYSTEM_CLOCK, Clock
from stammtisch.club.calendar import Calendar
from stammtisch.core.game import find_game
from stammtisch.core.options import make_options
from stammtisch.web.app import make_app
from stammtisch.web.http.rate_limit import RateLimiter
from stammtisch.web.tables.quotas import QUOTAS, Quotas
from tests.waiting import PATIENCE, eventually
from tests.web.drivers.program import registry_of

UTC_DAYS = Calendar(UTC)  # the same wherever tests run
_CSRF_TOKEN = re.compile(r'(name="mark"\s+value=")([^"]*)')
HERE = ("127.0.0.1", 50000)  # an address that is exempt from limits


class Visitor:
    """Somebody with cookies of their own."""

    def __init__(self, client: TestClient) -> None:
        self.client = client
        self.page = ""  # without CSRF tokens: by luck, any short name is in one of them
        self.at = ""
        self._csrf_token = ""

    def look(self, address: str) -> str:
        """Open a page and return its text."""
        return self._keep(self.client.get(address))

    def send(self, address: str, **fields: str | list[str]) -> Response:
        """Send a form as this person's own pages would, and follow where it leads."""
        answer: Response = self.client.post(address, data={"mark": self.csrf_token, **fields})
        self._keep(answer)
        return answer

    def open(self, game: str, **fields: str) -> str:
        """Open a table by its form, without a clock if none is chosen, and return its address."""
        self.look(f"/new/{game}")
        self.send("/tables", **{"game": game, "pace": "none", **fields})
        return self.at

    def play_now(self, game: str) -> str:
        """Sit down with bots by one click, and return the address of the table."""
        self.look("/")
        self.send("/play", game=game)
        return self.at

    def sit(self, table: str, seat: str = "1", *, ready: bool = False) -> Response:
        """Come to a table and take a seat there, perhaps to begin at once."""
        self.look(table)
        taken = self.send(f"{table}/sit", seat=seat)
        return self.send(f"{table}/ready") if ready else taken

    def decide(self, table: str, action: str = "") -> Response:
        """Look at a table and take an action there, the first that is on offer if none is named."""
        self.look(table)
        return self.send(f"{table}/do", do=action or self.offered()[0], decided=self.decided())

    def play_to_the_end(self, table: str, *others: Visitor) -> None:
        """Take random actions until the game is over, and let others who sit there do so, too."""
        random = Random(1)
        for _ in range(2000):
            for person in (self, *others):
                person.look(table)
                if offered := person.offered():
                    person.send(f"{table}/do", do=random.choice(offered), decided=person.decided())
            if "data-over" in self.look(table):
                return
        raise AssertionError("the game does not end")

    @property
    def csrf_token(self) -> str:
        """The CSRF token that the forms of the page last seen carry."""
        assert self._csrf_token, "a page has a form"
        return self._csrf_token

    def offered(self) -> list[str]:
        """Return the actions that the page offers as buttons, those that say why not left out."""
        return offered_on(self.page)

    def decided(self) -> str:
        """Return the count of decisions that the page's form carries."""
        return decided_on(self.page)

    def _keep(self, answer: Response) -> str:
        found = _CSRF_TOKEN.search(answer.text)
        self._csrf_token = found[2] if found else ""
        self.page, self.at = _CSRF_TOKEN.sub(r"\1", answer.text), answer.url.path
        return self.page


def csrf_token_on(page: str) -> str:
    """Return the CSRF token that the forms of a page carry, in the field `mark`."""
    found = _CSRF_TOKEN.search(page)
    assert found, "a page has a form"
    return found[2]


def offered_on(page: str) -> list[str]:
    """Return the actions that a page offers as buttons, those that say why not left out."""
    buttons = re.findall(r"<button[^>]*>", page)
    offered = [button for button in buttons if 'name="do"' in button and "aria-disabled" not in button]
    return [unescape(found[1]) for button in offered if (found := re.search(r'value="([^"]+)"', button))]


def picks_on(page: str) -> list[str]:
    """Return what can be picked on a page, such as cards to pass."""
    return re.findall(r'name="pick"\s+value="([^"]+)"', page)


def decided_on(page: str) -> str:
    """Return the count of decisions that a page's form carries."""
    found = re.search(r'name="decided" value="(\d+)"', page)
    assert found
    return found[1]


@contextmanager
def house(
    path: Path,
    bot_pause: float = 0.01,
    bots: int = 0,
    quotas: Quotas = QUOTAS,
    clock: Clock = SYSTEM_CLOCK,
    limits: RateLimiter | None = None,
    calendar: Calendar = UTC_DAYS,
    background: int = 1,
) -> Iterator[TestClient]:
    """Open a house over a file, with bots that do not dawdle, in so many processes."""
    app = make_app(
        path / "house.db",
        limits,
        bot_pause=bot_pause,
        bots=bots,
        background=background,
        quotas=quotas,
        clock=clock,
        calendar=calendar,
    )
    with TestClient(app, base_url="http://testserver", client=HERE) as client:
        yield client


def wait_for_bots(client: TestClient, game: str, **choices: object) -> None:
    """Wait until the bots of a game with these options can think in their process."""
    pool = registry_of(client).bot_turns.bots
    pool.patience = PATIENCE  # on a busy machine, too, they and nobody in their place are to answer
    options = make_options(find_game(game).rules, choices)
    assert client.portal
    portal = client.portal
    eventually(lambda: portal.call(pool.is_ready_for, find_game(game), options), "bots that can think", 240)


def visitor(client: TestClient, name: str = "") -> Visitor:
    """Return somebody new, with a name if one is given."""
    fresh = Visitor(TestClient(client.app, base_url="http://testserver", client=HERE))
    fresh.client.portal = client.portal
    fresh.look("/me")
    if name:
        fresh.send("/me", name=name)
    return fresh


def opened(client: TestClient, game: str, name: str = "Anna", **fields: str) -> tuple[Visitor, str]:
    """Return somebody who has opened a table, and its address."""
    host = visitor(client, name)
    return host, host.open(game, **fields)


def two_at_a_duel(client: TestClient, **fields: str) -> tuple[Visitor, Visitor, str]:
    """Return Anna and Tobi at a duel that has begun, and its address."""
    host, table = opened(client, "duel", **{"o-first_bluffer": "0", **fields})
    guest = visitor(client, "Tobi")
    guest.sit(table, ready=True)
    host.look(table)
    host.send(f"{table}/begin")
    guest.look(table)
    return host, guest, table

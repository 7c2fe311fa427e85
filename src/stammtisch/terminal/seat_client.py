"""A seat at a live table, taken by its link: what every program of ours does there that plays."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Self

from stammtisch.core.game import Game, find_game
from stammtisch.core.options import make_options
from stammtisch.errors import StammtischError
from stammtisch.kernel.record import flat
from stammtisch.terminal.api_client import ApiClient, Declined, Unreachable
from stammtisch.terminal.deal_client import DealClient

NOT_BEGUN: Final = -1  # the number of steps at a table that is still open
_STALE: Final = 409
_LINK: Final = re.compile(r"(?P<server>https?://[^/?#\s]+(?:/[^?#\s]*?)?)/t/(?P<table>[A-Za-z0-9_-]+)/?")


@dataclass
class SeatClient:
    """Our end of a live table: the server, the table as it was when we came, and its game as it is here."""

    server: ApiClient
    path: str
    table: Mapping[str, Any]
    game: Game
    options: Any
    deal: DealClient

    @classmethod
    def find(cls, link: str, language: str) -> Self:
        """Look at the table of a link, before anybody sits down there.

        Raises:
            UnknownGame: Its game is not installed here.
            StammtischError: The link is none, its rules are of another version there, or there is no answer.
        """
        found = _LINK.fullmatch(link)
        if found is None:
            raise StammtischError(f"the link is {link!r}; it may be that of a table, such as http://localhost:8000/t/…")
        server, path = ApiClient(found["server"], language), f"/tables/{found['table']}"
        table = server.ask(path)
        game = game_of(table)
        options = make_options(game.rules, table["options"])
        return cls(server, path, table, game, options, DealClient(server, path, table))

    def sit_down(self, name: str, seat: int | None) -> int:
        """Be somebody new, take a seat or the first free one, and add to the deal; return which seat it is.

        Raises:
            Declined: The name or the seat cannot be had.
        """
        self.server.token = self.server.ask("/people", {"name": name})["token"]
        self.table = self.server.ask(f"{self.path}/sit", {"seat": seat, "ready": False})
        self.deal = DealClient(self.server, self.path, self.table)
        self.deal.commit()  # before anybody can begin
        self.table = self.server.ask(f"{self.path}/sit", {"ready": True})
        return int(self.table["you"])

    def look(self, after: int = NOT_BEGUN, wait: int = 0, *, told: bool = False) -> Any:
        """Return what our seat may see, with the steps from number `after` on, and open our words when it is time.

        With `wait` the answer may take so many seconds, until there is something new; with `told` what happened is
        said in sentences, too.

        Raises:
            StammtischError: The seat is no longer ours, or the server is gone.
        """
        query = {"after": after, "wait": wait} | ({"told": 1} if told else {})
        answer = self.server.keep_asking(f"{self.path}/view", query)
        if answer["opening"]:
            self.deal.open()
        return answer

    def act(self, decided: int, actions: list[str]) -> Any:
        """Decide, and return what our seat sees then; nothing if it must look again.

        The clock may have been faster, or the answer may have been lost.

        Raises:
            Declined: The rules, or the house, do not allow it.
        """
        try:
            return self.server.ask(f"{self.path}/act", {"decided": decided, "actions": actions})
        except Declined as declined:
            if declined.status != _STALE:
                raise
        except Unreachable:
            pass
        return None

    def view(self, answer: Mapping[str, Any]) -> Any:
        """Return the record that a server has written in fields."""
        state = self.game.rules.State
        return state.of([word for name in state.shapes for word in flat(answer["view"][name])])

    def faults(self) -> Iterator[str]:
        """Say how the house has broken its promise about the deal, when the game is over."""
        return self.deal.faults()


def game_of(table: Mapping[str, Any]) -> Game:
    """Return the game of a table.

    Raises:
        UnknownGame: It is not installed here.
        StammtischError: Its rules are of another version there.
    """
    game = find_game(table["game"])
    if table["version"] != game.rules.VERSION:
        there, here = table["version"], game.rules.VERSION
        raise StammtischError(f"the table has version {there} of the rules of {game.NAME}; here is version {here}")
    return game

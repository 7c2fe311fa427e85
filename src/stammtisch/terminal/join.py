"""`stammtisch join`: let a bot take a seat at a live table, through the interface that anybody's program can use."""

from __future__ import annotations

import json
import re
import time
from argparse import Namespace
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.client import HTTPException
from secrets import randbelow
from typing import Any, Final
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

from rich.text import Text

from stammtisch.bots.bout import Player
from stammtisch.bots.named import find_bot
from stammtisch.core.game import Game, find_game
from stammtisch.core.language import voice
from stammtisch.core.nature import SEED_LIMIT
from stammtisch.core.options import make_options
from stammtisch.errors import StammtischError
from stammtisch.kernel.record import flat
from stammtisch.terminal.screen import make_console

_WAIT: Final = 25  # seconds that the server may take to answer when there is nothing new
_PATIENCE: Final = 15  # seconds beyond that
_TRIES: Final = 6  # to reach a server that went away, each after a longer pause
_STALE, _TOO_FAST, _AWAY = 409, 429, 503
_LINK: Final = re.compile(r"(?P<server>https?://[^/?#\s]+(?:/[^?#\s]*?)?)/t/(?P<table>[A-Za-z0-9_-]+)/?")

_NOTHING: Final[Mapping[str, int]] = {}


class Declined(StammtischError):
    """The server answers that it will not do something."""

    def __init__(self, status: int, detail: str) -> None:
        super().__init__(detail)
        self.status = status


class Unreachable(StammtischError):
    """No server answers, or something that is no server of this kind."""


@dataclass
class Server:
    """A house somewhere, and our token there."""

    address: str
    language: str
    token: str = ""

    def ask(self, path: str, body: Mapping[str, object] | None = None, query: Mapping[str, int] = _NOTHING) -> Any:
        """Return the answer of the server; a body makes it a POST. Waits where the server says it was too fast.

        Raises:
            Declined: The server will not do it.
            Unreachable: There is no answer, or none that can be read.
        """
        address = f"{self.address}/api{path}?{urlencode({'lang': self.language, **query})}"
        headers = {"content-type": "application/json", "user-agent": "stammtisch join"}
        if self.token:
            headers["authorization"] = f"Bearer {self.token}"
        data = None if body is None else json.dumps(body).encode()
        while True:
            try:
                with urlopen(Request(address, data, headers), timeout=_WAIT + _PATIENCE) as answer:  # noqa: S310  # _LINK
                    return json.load(answer)
            except HTTPError as error:
                self._take_no(error)
            except (URLError, HTTPException, OSError, ValueError) as error:
                reason = getattr(error, "reason", error)
                raise Unreachable(f"cannot reach {self.address}: {reason}") from error

    def _take_no(self, error: HTTPError) -> None:
        """Wait a little if that is all that the server asks for."""
        if error.code == _TOO_FAST:
            pause = error.headers.get("retry-after", "")
            time.sleep(int(pause) if pause.isdigit() else 1)
            return
        if error.code == _AWAY:
            raise Unreachable(f"{self.address} cannot read or write just now") from error
        try:
            detail = json.load(error)["detail"]
        except (ValueError, LookupError, TypeError):
            raise Unreachable(f"{self.address} is no Stammtisch: it answers {error.code} {error.reason}") from error
        raise Declined(error.code, str(detail)) from error

    def keep_asking(self, path: str, query: Mapping[str, int] = _NOTHING) -> Any:
        """Return an answer even if the server goes away for a moment.

        Raises:
            Declined: The server will not do it.
            Unreachable: It has been gone for long.
        """
        for pause in range(_TRIES):
            try:
                return self.ask(path, query=query)
            except Unreachable:
                time.sleep(pause)
        return self.ask(path, query=query)


@dataclass
class Guest:
    """A bot that sits at a table far away: it is asked what anybody's bot is asked, on what the server tells us."""

    game: Game
    options: Any
    player: Player
    seed: int = field(default_factory=lambda: randbelow(SEED_LIMIT))

    @classmethod
    def invited(cls, table: Mapping[str, Any], name: str) -> Guest:
        """Return the bot of this name for the game of a table, with all that it needs loaded.

        Raises:
            UnknownGame: The game is not installed here.
            UnknownBot: There is no bot of this name for it.
            BotFault: It fails at once.
            StammtischError: Its rules are of another version there.
        """
        game = find_game(table["game"])
        if table["version"] != game.rules.VERSION:
            there, here = table["version"], game.rules.VERSION
            raise StammtischError(f"the table has version {there} of the rules of {game.NAME}; here is version {here}")
        options = make_options(game.rules, table["options"])
        player = Player(name, find_bot(game, name), game)
        player.get_ready(game, table["options"])
        return cls(game, options, player)

    def choose(self, answer: Mapping[str, Any]) -> list[str]:
        """Return the actions that the bot takes on a view, in the game's notation.

        Raises:
            BotFault: It fails.
        """
        words = [word for name in self.game.rules.State.shapes for word in flat(answer["view"][name])]
        view = self.game.rules.State.of(words)
        row = self.player.choose(view, self.options, answer["you"], self.seed, answer["number"])
        return [self.game.notation.write(action) for action in row]


def run(args: Namespace) -> int:
    """Sit down at the table of a link and play until the game is over.

    Raises:
        StammtischError: The link is none, the bot or the seat cannot be had, or the server is gone.
    """
    link = _LINK.fullmatch(args.link)
    if link is None:
        raise StammtischError(
            f"the link is {args.link!r}; it may be that of a table, such as http://localhost:8000/t/…"
        )
    say, console = voice("stammtisch.terminal", args.lang), make_console()
    server, path = Server(link["server"], args.lang), f"/tables/{link['table']}"
    guest = Guest.invited(server.ask(path), args.bot)  # before we make a person for nothing
    server.token = server.ask("/people", {"name": args.name or args.bot.capitalize()})["token"]
    table = server.ask(f"{path}/sit", {"seat": args.seat})
    title = server.ask(f"/games/{table['game']}")["title"]
    seat, name = table["you"], table["seats"][table["you"]]["name"]
    console.print(Text(say("{name} sits at seat {seat}: {title}.", name=name, seat=seat, title=title)))
    outcome = play(server, path, guest)
    console.print(Text(outcome["ending"] if outcome else say("The house has ended this game. There is no result.")))
    return 0


def play(server: Server, path: str, guest: Guest) -> Mapping[str, Any] | None:
    """Decide whenever our seat is asked, and return how the game ended, nothing if the house ended it.

    Raises:
        StammtischError: The bot fails, the seat is no longer ours, or the server is gone.
    """
    view = server.keep_asking(f"{path}/view")
    while view["stage"] != "over":
        if view["legal"]:
            view = _decide(server, path, view, guest.choose(view))
        else:
            view = server.keep_asking(f"{path}/view", {"after": view["number"], "wait": _WAIT})
    outcome: Mapping[str, Any] | None = view["outcome"]
    return outcome


def _decide(server: Server, path: str, view: Mapping[str, Any], actions: list[str]) -> Any:
    """Act, or look again: the clock may have been faster, or the answer may have been lost."""
    try:
        return server.ask(f"{path}/act", {"decided": view["decided"], "actions": actions})
    except Declined as declined:
        if declined.status != _STALE:
            raise
    except Unreachable:
        pass
    return server.keep_asking(f"{path}/view")

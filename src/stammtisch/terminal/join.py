"""`stammtisch join`: let a bot take a seat at a live table, through the interface that anybody's program can use."""

from __future__ import annotations

import json
import re
import time
from argparse import Namespace
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http.client import HTTPException
from random import SystemRandom
from typing import Any, Final
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

from rich.text import Text

from stammtisch.core.language import voice
from stammtisch.errors import StammtischError
from stammtisch.terminal.screen import make_console

_WAIT: Final = 25  # seconds that the server may take to answer when there is nothing new
_PATIENCE: Final = 15  # seconds beyond that
_TRIES: Final = 6  # to reach a server that went away, each after a longer pause
_STALE, _TOO_FAST = 409, 429
_LINK: Final = re.compile(r"(?P<server>https?://[^/?#\s]+(?:/[^?#\s]*?)?)/t/(?P<table>[A-Za-z0-9_-]+)/?")

_NOTHING: Final[Mapping[str, int]] = {}

Choices = list[dict[str, str]]  # each an action with its label


def _any(legal: Choices) -> str:
    """Choose any legal action, all equally likely."""
    return SystemRandom().choice(legal)["action"]


BOTS: Final[Mapping[str, Callable[[Choices], str]]] = {"random": _any}


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


def run(args: Namespace) -> int:
    """Sit down at the table of a link and play until the game is over.

    Raises:
        StammtischError: The link is none, the seat cannot be had, or the server is gone.
    """
    link = _LINK.fullmatch(args.link)
    if link is None:
        raise StammtischError(
            f"the link is {args.link!r}; it may be that of a table, such as http://localhost:8000/t/…"
        )
    say, console = voice("stammtisch.terminal", args.lang), make_console()
    server, path = Server(link["server"], args.lang), f"/tables/{link['table']}"
    server.ask(path)  # before we make a person for nothing
    server.token = server.ask("/people", {"name": args.name or args.bot.capitalize()})["token"]
    table = server.ask(f"{path}/sit", {"seat": args.seat})
    title = server.ask(f"/games/{table['game']}")["title"]
    seat, name = table["you"], table["seats"][table["you"]]["name"]
    console.print(Text(say("{name} sits at seat {seat}: {title}.", name=name, seat=seat, title=title)))
    outcome = play(server, path, BOTS[args.bot])
    console.print(Text(outcome["ending"]))
    return 0


def play(server: Server, path: str, choose: Callable[[Choices], str]) -> Mapping[str, Any]:
    """Decide whenever our seat is asked, and return how the game ended.

    Raises:
        StammtischError: The seat is no longer ours, or the server is gone.
    """
    view = server.keep_asking(f"{path}/view")
    while view["outcome"] is None:
        if view["legal"]:
            view = _decide(server, path, view, choose(view["legal"]))
        else:
            view = server.keep_asking(f"{path}/view", {"after": view["number"], "wait": _WAIT})
    outcome: Mapping[str, Any] = view["outcome"]
    return outcome


def _decide(server: Server, path: str, view: Mapping[str, Any], action: str) -> Any:
    """Act, or look again: the clock may have been faster, or the answer may have been lost."""
    try:
        return server.ask(f"{path}/act", {"decided": view["decided"], "actions": [action]})
    except Declined as declined:
        if declined.status != _STALE:
            raise
    except Unreachable:
        pass
    return server.keep_asking(f"{path}/view")

"""Who may not come in: asked at every request, so it is kept in memory and looked up again after a moment."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from stammtisch.clock import Clock
from stammtisch.store.contract import Store, Unavailable
from stammtisch.web.http.identity import identity_of
from stammtisch.web.http.problem import BANNED, Problem, from_a_program, plain, refuse_socket, say_to
from stammtisch.web.http.routing import is_exempt

_KNOWN_FOR: Final = 2.0  # seconds until what another process has noted is known here


class BanList:
    """Knows whom the host of the house has banned."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock
        self._banned: frozenset[str] = frozenset()
        self._looked = float("-inf")

    async def banned(self) -> frozenset[str]:
        """Return who may not come in, as it was a moment ago at the latest."""
        if self._clock.monotonic() > self._looked + _KNOWN_FOR:
            self._looked = self._clock.monotonic()  # whoever comes meanwhile is not kept waiting
            with suppress(Unavailable):  # then what was known before is true enough
                self._banned = await self._store.banned()
        return self._banned

    async def ban(self, person: str) -> None:
        """Let somebody in no more."""
        await self._store.ban(person)
        self._banned = await self._store.banned()

    async def unban(self, person: str) -> None:
        """Let somebody in again."""
        await self._store.unban(person)
        self._banned = await self._store.banned()


async def is_banned(connection: HTTPConnection) -> bool:
    """Whether somebody may not come in, under any of the names that they show."""
    bans: BanList = connection.app.state.bans
    return not identity_of(connection).people.isdisjoint(await bans.banned())


class BansMiddleware:
    """Turns away whom the host has banned, by token or by cookie, so that one does not hide the other."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or say that they may not come in, and nothing else."""
        if scope["type"] not in ("http", "websocket") or is_exempt(scope):
            await self._app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        if not await is_banned(connection):
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await refuse_socket(receive, send, BANNED, told=True)
        elif from_a_program(connection):
            answer = Problem(403, "the host of this house does not let you in any more").answer()
            await answer(scope, receive, send)
        else:
            say = say_to(connection)
            sentence = say("The host of this house does not let you in any more.")
            await plain(sentence, 403)(scope, receive, send)

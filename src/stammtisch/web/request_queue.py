"""A queue before the pages: in each round of the event loop only a few requests are begun.

A loop that begins whatever has come would be back for others only after the last of them, and a hundred requests that
come together would make everybody wait for all of them, though each is short and inside all limits. Here they wait for
each other, and in between the loop looks after sockets, bots, and those who ask whether the house is well.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Final

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from stammtisch.web.http.routing import is_exempt

AT_ONCE: Final = 4  # requests that are begun in one round
_KEY: Final = "stammtisch.queue"  # in the scope of a request


class RequestQueue:
    """Whoever waits is let on in the order of coming, a few in each round of the loop."""

    def __init__(self, at_once: int = AT_ONCE) -> None:
        self._at_once = at_once
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._begun = 0  # in this round

    async def turn(self) -> None:
        """Return when it is one's turn, which it is at once where nobody waits."""
        if self._begun >= self._at_once or self._waiting:
            place = asyncio.get_running_loop().create_future()
            self._waiting.append(place)
            await place
        else:
            self._begin(1)

    def __len__(self) -> int:
        """Return how many wait."""
        return len(self._waiting)

    def _begin(self, number: int) -> None:
        if number and not self._begun:
            asyncio.get_running_loop().call_soon(self._begin_round)
        self._begun += number

    def _begin_round(self) -> None:
        self._begun = 0
        let_on = 0
        while self._waiting and let_on < self._at_once:
            place = self._waiting.popleft()
            if not place.done():  # they may have gone away
                place.set_result(None)
                let_on += 1
        self._begin(let_on)


class RequestQueueMiddleware:
    """Lets requests and sockets wait for their turn, all but those for what keeps the house running."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._queue = RequestQueue()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on when it is its turn."""
        if scope["type"] in ("http", "websocket") and not is_exempt(scope):
            scope[_KEY] = self._queue
            await self._queue.turn()
        await self._app(scope, receive, send)


async def wait_for_turn(connection: HTTPConnection) -> None:
    """Let a request that came over a socket wait for its turn as any other."""
    queue: RequestQueue = connection.scope[_KEY]
    await queue.turn()

"""The socket: pushes what changes at a table to one browser."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from stammtisch.kernel.seats import SPECTATOR
from stammtisch.store.kept import Unavailable
from stammtisch.web import capacity
from stammtisch.web.guard import same_origin
from stammtisch.web.live import Audience, Watcher
from stammtisch.web.visit import Visit

_DIGITS: Final = 10  # of a number that anybody may have sent
_LATER: Final = 1013  # how a socket is closed that may be opened again in a moment
_ELSEWHERE, _BARRED, _GONE, _CROWDED = 4400, 4403, 4404, 4429  # and otherwise


async def live(socket: WebSocket) -> None:
    """Let one browser watch a table until it goes away."""
    if not same_origin(socket.headers.get("origin"), socket.headers.get("host")):
        await socket.close(_ELSEWHERE)
        return
    await socket.accept()  # without it the browser is not told why it is closed
    try:
        visit = await Visit.of(socket)
        audience = await visit.house.find(socket.path_params["table"])
        if audience is None or _is_crowded(audience, visit.person.id):
            await socket.close(_CROWDED if audience else _GONE)
            return
        watcher = Watcher(visit.person.id, visit.language)
        await _welcome(audience, watcher, socket.query_params.get("heard", ""))
        visit.house.attendance.wake(audience)  # the others want to know who is here
    except Unavailable:
        await socket.close(_LATER)
        return
    sending = asyncio.create_task(_send(socket, watcher))
    try:
        while (await socket.receive())["type"] != "websocket.disconnect":
            pass  # browsers have nothing to say here
    finally:
        sending.cancel()
        with suppress(asyncio.CancelledError):
            await sending
        audience.watchers.discard(watcher)
        audience.saw(watcher.person)


async def _welcome(audience: Audience, watcher: Watcher, heard: str) -> None:
    """Show the newest scene and the lines of chat after those heard: the page may be older than the socket."""
    async with audience.held() as room:
        watcher.blocked = await room.store.blocked(watcher.person)
        audience.welcome(watcher)
        if heard.isdecimal() and len(heard) < _DIGITS:
            first = max(int(heard), len(room.chat) - capacity.LINES_SHOWN)
            watcher.hear(first, room.chat[first:])


def _is_crowded(audience: Audience, person: str) -> bool:
    """Whether nobody more can watch; whoever sits at a table always can."""
    seated = [watcher for watcher in audience.watchers if audience.room.seat_of(watcher.person) != SPECTATOR]
    watching = len(audience.watchers) - len(seated)
    return watching >= capacity.MOST_WATCHING and audience.room.seat_of(person) == SPECTATOR


async def _send(socket: WebSocket, watcher: Watcher) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):
        while (message := await watcher.queue.get()) is not None:
            await socket.send_text(message)
        await socket.close(_BARRED)

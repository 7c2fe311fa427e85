"""The socket: pushes what changes at a table to one browser."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from stammtisch.store.kept import Unavailable
from stammtisch.web.guard import same_origin
from stammtisch.web.live import Audience, Watcher
from stammtisch.web.visit import Visit

_LATER: Final = 1013  # how a socket is closed that may be opened again in a moment
_DIGITS: Final = 10  # of a number that anybody may have sent


async def live(socket: WebSocket) -> None:
    """Let one browser watch a table until it goes away."""
    if not same_origin(socket.headers.get("origin"), socket.headers.get("host")):
        await socket.close(4403)
        return
    await socket.accept()  # without it the browser is not told why it is closed
    try:
        visit = await Visit.of(socket)
        audience = await visit.house.find(socket.path_params["table"])
        if audience is None:
            await socket.close(4404)
            return
        watcher = Watcher(visit.person.id, visit.language)
        await _welcome(audience, watcher, socket.query_params.get("heard", ""))
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
        audience.welcome(watcher)
        if heard.isdecimal() and len(heard) < _DIGITS:
            for _, name, said in room.chat[int(heard) :]:
                watcher.send({"chat": {"name": name, "said": said}})


async def _send(socket: WebSocket, watcher: Watcher) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):
        while True:
            await socket.send_text(await watcher.queue.get())

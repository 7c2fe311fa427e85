"""The socket: pushes what changes at a table to one browser, and hands on what that sends."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from stammtisch.kernel.seats import SPECTATOR
from stammtisch.store.contract import Unavailable
from stammtisch.web.fields import whole_number
from stammtisch.web.http.identity import identity_of, new_id
from stammtisch.web.http.language import language_of
from stammtisch.web.http.problem import LATER
from stammtisch.web.http.rate_limit import address_of
from stammtisch.web.live.broadcast import Channel, Watcher
from stammtisch.web.live.registry import TableRegistry
from stammtisch.web.tables.quotas import Quotas
from stammtisch.web.view.warm_up import ready_to_draw

_DIGITS: Final = 9  # of a number that anybody may have sent
_GONE, _CROWDED = 4404, 4429  # how a socket is closed that is not to be opened again
_UNREADABLE: Final = 1003

Take = Callable[[str], Awaitable[dict[str, Any]]]  # a message; the one that answers it


class Unreadable(Exception):
    """A message that no page of ours sends."""


def live(acts: Callable[[WebSocket], Take]) -> Callable[[WebSocket], Awaitable[None]]:
    """Return what lets one browser watch a table until it goes away; `acts` takes what comes over its socket."""

    async def watch(socket: WebSocket) -> None:
        await _watch(socket, acts)

    return watch


async def _watch(socket: WebSocket, acts: Callable[[WebSocket], Take]) -> None:
    await socket.accept()  # without it the browser is not told why it is closed
    try:
        watcher = Watcher(identity_of(socket).cookie or new_id(), language_of(socket), address_of(socket))
        registry: TableRegistry = socket.app.state.registry
        await ready_to_draw(watcher.language)  # before the table is found, which nobody may forget meanwhile
        channel = await registry.find(socket.path_params["table"])
        if channel is not None and channel.room.record.daily and channel.room.host != watcher.person:
            channel = None  # what others may see of it is the replay, once the day is over
        if channel is None or not _make_room(channel, watcher, registry.quotas):
            await _close(socket, _CROWDED if channel else _GONE)
            return
        await _welcome(channel, watcher, socket.query_params.get("heard", ""), registry.quotas.lines_shown)
        registry.bot_turns.wake(channel)  # the others want to know who is here
    except Unavailable:
        await _close(socket, LATER)
        return
    sending = asyncio.create_task(_send(socket, watcher))
    try:
        await _listen(socket, watcher, acts(socket))
    finally:
        sending.cancel()
        with suppress(asyncio.CancelledError):
            await sending
        channel.watchers.discard(watcher)
        channel.presence.saw(watcher.person)


async def _close(socket: WebSocket, code: int) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):  # the browser has closed it meanwhile
        await socket.close(code)


async def _welcome(channel: Channel, watcher: Watcher, heard: str, most: int) -> None:
    """Show the newest scene and the lines of chat after those heard: the page may be older than the socket."""
    async with channel.held() as room:
        watcher.blocked = await room.store.blocked(watcher.person)
        channel.welcome(watcher)
        if (number := whole_number(heard, _DIGITS)) >= 0:
            first = max(number, len(room.chat) - most)
            watcher.hear(first, room)


def _make_room(channel: Channel, watcher: Watcher, quotas: Quotas) -> bool:
    """Whether somebody can watch; whoever sits at a table always can.

    Where all places are taken, the address that has most of them gives one up for an address that has fewer, so that
    no address, whatever cookies it shows or not, shuts all others out.
    """
    watching = [one for one in channel.watchers if channel.room.seat_of(one.person) == SPECTATOR]
    if len(watching) < quotas.watching or channel.room.seat_of(watcher.person) != SPECTATOR:
        return True
    places = Counter(one.address for one in watching)
    address, most = max(places.items(), key=lambda item: item[1], default=("", 0))
    if most <= places[watcher.address] + 1:
        return False
    leaving = next(one for one in watching if one.address == address)
    leaving.send_away(_CROWDED)
    channel.watchers.discard(leaving)
    return True


async def _listen(socket: WebSocket, watcher: Watcher, take: Take) -> None:
    """Answer what comes until the socket is closed, one after another; a decision that has come is taken even then."""
    while (message := await socket.receive())["type"] != "websocket.disconnect":
        try:
            watcher.send(await take(message.get("text") or ""))
        except Unreadable:
            watcher.send_away(_UNREADABLE)


async def _send(socket: WebSocket, watcher: Watcher) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):
        while isinstance(message := await watcher.queue.get(), str):
            await socket.send_text(message)
        await socket.close(message)

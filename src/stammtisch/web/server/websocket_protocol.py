"""The bytes of a socket: how many frames there may be, and how long it may leave unread what it is sent."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from math import inf
from typing import Any

from uvicorn.protocols.websockets.wsproto_impl import WSProtocol
from wsproto import ConnectionType, WSConnection
from wsproto.events import CloseConnection, Event

from stammtisch.web.http.problem import TOO_FAST
from stammtisch.web.server.connection_limits import OpenConnections


class WebSocketProtocol(WSProtocol):
    """A socket that is closed when it sends too many frames, and one whose opening names no host is not kept."""

    def __init__(self, *args: Any, open_connections: OpenConnections, **more: Any) -> None:
        super().__init__(*args, **more)
        self._open, self._limits = open_connections, open_connections.limits
        self.conn = _CountedFrames(self._may_go_on)
        self._full_at = 0.0  # when as many frames may come at once as ever

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin."""
        super().connection_made(transport)
        self._connection = self._open.of(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self._open.release(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read some bytes."""
        try:
            super().data_received(data)
        except UnicodeError:
            self.transport.close()

    def pause_writing(self) -> None:
        """Note that what is sent is no longer read."""
        super().pause_writing()
        self._connection.stuck_since = self.loop.time()

    def resume_writing(self) -> None:
        """Note that it is read again."""
        super().resume_writing()
        self._connection.stuck_since = inf

    def _may_go_on(self) -> bool:
        """Count a frame, of whatever kind; close the socket if it is one too many."""
        limits, now = self._limits, self.loop.time()
        full_at = max(self._full_at, now) + limits.frame_seconds
        if full_at - now <= limits.frames * limits.frame_seconds:
            self._full_at = full_at
            return True
        if not self.transport.is_closing():
            self.queue.put_nowait({"type": "websocket.disconnect", "code": TOO_FAST})
            if not self.close_sent:
                self.transport.write(self.conn.send(CloseConnection(code=TOO_FAST)))
            self.close_sent = True
            self.transport.close()
        return False


class _CountedFrames(WSConnection):
    """Reads frame by frame, as long as there are not too many: a thousand pings fit into one packet."""

    def __init__(self, may_go_on: Callable[[], bool]) -> None:
        super().__init__(ConnectionType.SERVER)
        self._may_go_on = may_go_on

    def events(self) -> Iterator[Event]:  # type: ignore[override]
        """Yield what came."""
        for event in super().events():
            if not self._may_go_on():
                return
            yield event

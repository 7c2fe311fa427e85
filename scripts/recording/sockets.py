"""A browser's socket at a table: what it is sent first, and how it is closed."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator

from wsproto import ConnectionType, WSConnection
from wsproto.events import CloseConnection, Event, RejectConnection, Request, TextMessage
from wsproto.typing import Headers

from recording.server import Server

_PATIENCE = 10.0  # seconds for the first message
_QUIET = 0.5  # seconds after which nothing more comes


def first_messages(server: Server, path: str, cookies: str = "", origin: str = "", *, talk: bool = False) -> list[str]:
    """Return what a socket is sent when it is opened, with `talk` after it, and how it is closed if it is."""
    headers: Headers = [(b"origin", (origin or f"http://{server.host}").encode())]
    headers += [(b"cookie", cookies.encode())] if cookies else []
    found: list[str] = []
    with socket.create_connection(("127.0.0.1", server.port), _PATIENCE) as line:
        connection = WSConnection(ConnectionType.CLIENT)
        line.sendall(connection.send(Request(host=server.host, target=path, extra_headers=headers)))
        for event in _events(line, connection):
            match event:
                case TextMessage():
                    found.append(event.data)
                    line.settimeout(_QUIET)
                    if not talk:
                        break
                case CloseConnection():
                    found.append(json.dumps({"closed": event.code}))
                    break
                case RejectConnection():
                    found.append(json.dumps({"rejected": event.status_code}))
                    break
    return found


def _events(line: socket.socket, connection: WSConnection) -> Iterator[Event]:
    """Yield what comes until nothing more does; a message in parts is one."""
    text = ""
    while True:
        try:
            data = line.recv(65536)
        except TimeoutError:
            return
        connection.receive_data(data or None)
        for event in connection.events():
            if isinstance(event, TextMessage):
                text += event.data
                if event.message_finished:
                    yield TextMessage(data=text)
                    text = ""
            else:
                yield event
        if not data:
            return

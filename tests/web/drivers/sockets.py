"""The socket of a viewer in tests: every wait for a message has a limit and says what was waited for."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlencode

import anyio
import pytest
from starlette.testclient import TestClient, WebSocketDenialResponse, WebSocketTestSession
from starlette.types import Message
from starlette.websockets import WebSocketDisconnect

from tests.waiting import PATIENCE


def hear(
    socket: WebSocketTestSession,
    what: str,
    wanted: Callable[[dict[str, Any]], object] = lambda _: True,
    seconds: float = PATIENCE,
) -> dict[str, Any]:
    """Return the next message of a kind.

    Raises:
        TimeoutError: None came in time.
        WebSocketDisconnect: The socket was closed.
    """
    others: list[dict[str, Any]] = []
    until = time.monotonic() + seconds
    while True:
        try:
            found = socket.portal.call(_receive, socket, until - time.monotonic())
        except TimeoutError as error:
            raise TimeoutError(f"waited {seconds:g} seconds for {what}; heard before: {others}") from error
        socket._raise_on_close(found)
        message: dict[str, Any] = json.loads(found["text"])
        if wanted(message):
            return message
        others.append(message)


async def _receive(socket: WebSocketTestSession, seconds: float) -> Message:
    with anyio.fail_after(seconds):
        return await socket._send_rx.receive()


def hear_first(socket: WebSocketTestSession) -> dict[str, Any]:
    """Return the scene that whoever comes is shown; after it all that happens is sent here."""
    return hear(socket, "the first scene", lambda message: message.get("first"))


def hear_reload(socket: WebSocketTestSession) -> dict[str, Any]:
    """Return the next message that tells a page to load itself again."""
    return hear(socket, "being told to reload", lambda message: "reload" in message)


def hear_end(socket: WebSocketTestSession) -> int:
    """Return the code with which a socket is closed; whatever comes before is passed over."""
    with pytest.raises(WebSocketDisconnect) as closed:
        hear(socket, "the end of the socket", lambda _: False)
    return closed.value.code


def closed_at_once(client: TestClient, address: str, **headers: str) -> int:
    """Return the code with which a socket is closed before anything was sent, or the status if it was never opened."""
    with (
        pytest.raises(WebSocketDisconnect) as closed,
        client.websocket_connect(address, headers=headers) as socket,
    ):
        hear(socket, "being refused")
    return closed.value.status_code if isinstance(closed.value, WebSocketDenialResponse) else closed.value.code


Form = Mapping[str, str | list[str]]


def act(socket: WebSocketTestSession, form: Form, number: int = 1) -> tuple[int, str, str]:
    """Send a decision over a socket, and return how it was answered: the status, what kind of words, and the words."""
    socket.send_text(act_message(form, number))
    answer = hear(socket, "an answer", lambda message: "answer" in message)
    assert answer["answer"] == number
    return answer["status"], answer["type"], answer["said"]


def act_message(form: Form, number: int = 1) -> str:
    """Return the message that holds a form."""
    return json.dumps({"act": number, "form": urlencode(form, doseq=True)})


def hear_chat_until(socket: WebSocketTestSession, last: str) -> list[str]:
    """Return what is said up to some last words."""
    said = list[str]()
    while last not in said:
        said.append(hear_chat(socket)["said"])
    return said


def hear_chat(socket: WebSocketTestSession) -> Any:
    """Return the next line of chat: its number, who said it, and what."""
    line = hear(socket, "a line of chat", lambda message: "chat" in message)["chat"]
    return {name: line[name] for name in ("number", "name", "said")}

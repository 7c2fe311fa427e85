"""A socket that was closed meanwhile, by its browser or by the server for what it sent, is no fault of the app."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from stammtisch.web.app import make_app

SCOPE = {
    "type": "websocket",
    "http_version": "1.1",
    "path": "/t/nowhere12345/live",
    "raw_path": b"/t/nowhere12345/live",
    "root_path": "",
    "query_string": b"",
    "headers": [(b"host", b"localhost")],
    "client": ("127.0.0.1", 50000),
    "server": ("localhost", 80),
    "scheme": "ws",
    "subprotocols": [],
}


@pytest.mark.parametrize(
    "closed",  # what uvicorn raises if one closes a socket that the server has closed, and one that is gone
    [RuntimeError("Unexpected ASGI message 'websocket.close', after sending 'websocket.close'."), OSError()],
    ids=["by the server", "by the browser"],
)
def test_a_socket_is_closed_while_its_table_is_looked_for(closed: Exception, tmp_path: Path) -> None:
    app, sent = make_app(tmp_path / "house.db"), list[str]()

    async def receive() -> dict[str, Any]:
        return {"type": "websocket.disconnect", "code": 1006} if sent else {"type": "websocket.connect"}

    async def send(message: Any) -> None:
        sent.append(message["type"])
        if message["type"] == "websocket.close":
            raise closed

    async def watch() -> None:
        async with app.router.lifespan_context(app):
            await app({**SCOPE}, receive, send)

    asyncio.run(watch())
    assert sent == ["websocket.accept", "websocket.close"]

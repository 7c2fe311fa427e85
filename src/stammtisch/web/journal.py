"""What happens, one line of JSON for each request and each event at a table; never what is on a card.

Whoever reads the journal may sit at a table, so nothing is in it that a seat may not see: no actions, no rules that
refused one. The links of tables and of people open doors, so the journal has routes instead of addresses, and only the
beginning of a table's name.
"""

from __future__ import annotations

import json
import logging
import time
from datetime import UTC, datetime
from typing import Final, TextIO

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stammtisch.web.metrics import EVENTS, METRICS

LOG: Final = logging.getLogger("stammtisch.web")
_BEGINNING: Final = 6  # letters of a table's name: enough to tell tables apart, too few to find one
_FAILED: Final = 500


def note(event: str, table: str, game: str, **facts: object) -> None:
    """Write down and count what has happened at a table."""
    METRICS.count(EVENTS, event=event, game=game)
    LOG.info(event, extra={"facts": {"table": table[:_BEGINNING], "game": game, **facts}})


class JsonLines(logging.Formatter):
    """One object for each record."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a line."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def open_journal(stream: TextIO) -> logging.Handler:
    """Write the journal to a stream from now on, and what the server beneath has to say."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines())
    LOG.addHandler(handler)
    logging.getLogger("uvicorn").addHandler(handler)
    LOG.setLevel(logging.INFO)
    return handler


class Journal:
    """An ASGI middleware that notes each request, and how long it took."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on and note it when it is answered."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun, status = time.perf_counter(), _FAILED

        async def note_and_send(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, note_and_send)
        finally:
            _note_request(scope, status, time.perf_counter() - begun)


def _note_request(scope: Scope, status: int, seconds: float) -> None:
    route = getattr(scope.get("route"), "path", "none")
    METRICS.took(seconds, route=route, status=str(status))
    facts = {"method": scope["method"][:10], "route": route, "status": status, "ms": round(seconds * 1000, 1)}
    if table := scope.get("path_params", {}).get("table"):
        facts["table"] = str(table)[:_BEGINNING]
    LOG.info("request", extra={"facts": facts})

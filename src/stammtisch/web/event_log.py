"""What happens, one line of JSON for each request and each event at a table; never what is on a card.

Whoever reads the journal may sit at a table, so nothing is in it that a seat may not see: no actions, no rules that
refused one. The links of tables and of people open doors, so the journal has routes instead of addresses, and only the
beginning of a table's name.
"""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime
from typing import Final, TextIO

from stammtisch.web.metrics import EVENTS

LOG: Final = logging.getLogger("stammtisch.web")
_BEGINNING: Final = 6  # letters of a table's name: enough to tell tables apart, too few to find one


def note(event: str, table: str, game: str, **facts: object) -> None:
    """Write down and count what has happened at a table."""
    EVENTS.labels(event, game).inc()
    LOG.info(event, extra={"facts": {"table": shortened(table), "game": game, **facts}})


def shortened(table: str) -> str:
    """Return as much of a table's name as the journal may hold."""
    return table[:_BEGINNING]


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

"""The client of the interface for programs: commands ask a server through it."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from http.client import HTTPException
from typing import Any, Final
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

from stammtisch.errors import StammtischError

LONGEST_WAIT: Final = 25  # seconds that the server may take to answer when there is nothing new
_PATIENCE: Final = 15  # seconds beyond that
_TRIES: Final = 6  # to reach a server that went away, each after a longer pause
_TOO_FAST, _AWAY = 429, 503

_NOTHING: Final[Mapping[str, int]] = {}


class Declined(StammtischError):
    """The server answers that it will not do something."""

    def __init__(self, status: int, detail: str) -> None:
        super().__init__(detail)
        self.status = status


class Unreachable(StammtischError):
    """No server answers, or something that is no server of this kind."""


@dataclass
class ApiClient:
    """Our end of the interface for programs: a server, and our token there."""

    address: str
    language: str
    token: str = ""

    def ask(self, path: str, body: Mapping[str, object] | None = None, query: Mapping[str, int] = _NOTHING) -> Any:
        """Return the answer of the server; a body makes it a POST. Waits where the server says it was too fast.

        Raises:
            Declined: The server will not do it.
            Unreachable: There is no answer, or none that can be read.
        """
        address = f"{self.address}/api{path}?{urlencode({'lang': self.language, **query})}"
        headers = {"content-type": "application/json", "user-agent": "stammtisch join"}
        if self.token:
            headers["authorization"] = f"Bearer {self.token}"
        data = None if body is None else json.dumps(body).encode()
        while True:
            try:
                with urlopen(Request(address, data, headers), timeout=LONGEST_WAIT + _PATIENCE) as answer:  # noqa: S310  # http or https
                    return json.load(answer)
            except HTTPError as error:
                self._take_no(error)
            except (URLError, HTTPException, OSError, ValueError) as error:
                reason = getattr(error, "reason", error)
                raise Unreachable(f"cannot reach {self.address}: {reason}") from error

    def _take_no(self, error: HTTPError) -> None:
        """Wait a little if that is all that the server asks for."""
        if error.code == _TOO_FAST:
            pause = error.headers.get("retry-after", "")
            time.sleep(int(pause) if pause.isdigit() else 1)
            return
        if error.code == _AWAY:
            raise Unreachable(f"{self.address} cannot read or write just now") from error
        try:
            detail = json.load(error)["detail"]
        except (ValueError, LookupError, TypeError):
            raise Unreachable(f"{self.address} is no Stammtisch: it answers {error.code} {error.reason}") from error
        raise Declined(error.code, str(detail)) from error

    def keep_asking(self, path: str, query: Mapping[str, int] = _NOTHING) -> Any:
        """Return an answer even if the server goes away for a moment.

        Raises:
            Declined: The server will not do it.
            Unreachable: It has been gone for long.
        """
        for pause in range(_TRIES):
            try:
                return self.ask(path, query=query)
            except Unreachable:
                time.sleep(pause)
        return self.ask(path, query=query)

"""Decisions over the socket: the form of the page in a message, checked, counted, taken and answered as that form is.

`{"act": 7, "form": "mark=…&decided=3&do=g7"}` holds what the form would send, and a number that the page has chosen;
`{"answer": 7, "status": 204, "type": "", "said": ""}` is what the form would be answered. Where the socket has come
from was looked at when it was opened; all that may change since is asked again for each message.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any, Final
from urllib.parse import parse_qsl

from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.websockets import WebSocket

from stammtisch.web.http.access_log import noted
from stammtisch.web.http.bans import is_banned
from stammtisch.web.http.identity import is_forgotten
from stammtisch.web.http.rate_limit import too_early, too_fast
from stammtisch.web.http.routing import request_over
from stammtisch.web.live.socket import Unreadable
from stammtisch.web.pages.errors import EXPECTED, answer_to
from stammtisch.web.pages.request import MOST_FIELDS, PageRequest, own_fields
from stammtisch.web.pages.table import do
from stammtisch.web.request_queue import wait_for_turn

_LARGEST_NUMBER: Final = 10**9

Sent = list[tuple[str, str]]


class Acts:
    """Takes the decisions that come over one socket, one after another."""

    def __init__(self, socket: WebSocket) -> None:
        scope = request_over(socket.scope, "POST", f"/t/{socket.path_params['table']}/do")
        scope["headers"] = [(b"x-client", b"1"), *scope["headers"]]  # our own script sends it, and the page stays
        self._connection = HTTPConnection(scope)
        self._page: PageRequest | None = None

    async def __call__(self, text: str) -> dict[str, Any]:
        """Take a decision, and return the message that says what became of it.

        Raises:
            Unreadable: It is nothing that a page sends.
        """
        number, sent = _read(text)
        answer = await noted(self._connection.scope, self._answered(sent))
        kind, said = answer.headers.get("content-type", ""), bytes(answer.body).decode()
        return {"answer": number, "status": answer.status_code, "type": kind, "said": said}

    async def _answered(self, sent: Sent) -> Response:
        connection = self._connection
        if await is_forgotten(connection) or await is_banned(connection):
            return Response(status_code=403)  # the page is asked for again, and says why
        if early := await too_early(connection):
            return too_fast(connection, early)
        await wait_for_turn(connection)
        try:
            self._page = page = self._page or await PageRequest.of(connection, named=False)
            return await do(replace(page, fields=own_fields(sent, page.signer, page.person.id)))
        except EXPECTED as error:
            return await answer_to(connection, error)


def _read(text: str) -> tuple[int, Sent]:
    """Return the number of a message and the fields of the form that it holds."""
    try:
        message = json.loads(text)
        match message:
            case {"act": int(number), "form": str(form)} if 0 <= number < _LARGEST_NUMBER:
                return int(number), parse_qsl(form, keep_blank_values=True, max_num_fields=MOST_FIELDS)
    except (ValueError, RecursionError) as error:  # no JSON, or too many fields
        raise Unreadable from error
    raise Unreadable

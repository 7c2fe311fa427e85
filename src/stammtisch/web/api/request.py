"""One request of a program: who asks, what for, and the answer as JSON, problems too."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import Receive, Scope, Send

from stammtisch.store.contract import Conflict, Store, Unavailable
from stammtisch.web.api.json_schema import Schema, problem_in, read_json
from stammtisch.web.api.openapi import HOST_KEY, NEEDED, Endpoint
from stammtisch.web.http.host_key import HostKey
from stammtisch.web.http.identity import Person, identity_of
from stammtisch.web.http.language import language_of
from stammtisch.web.http.problem import Problem
from stammtisch.web.http.rate_limit import address_of
from stammtisch.web.http.signer import Signer
from stammtisch.web.live.broadcast import Channel
from stammtisch.web.live.club.forgetting import Forgetting
from stammtisch.web.live.registry import TableRegistry
from stammtisch.web.tables.apply_action import is_hidden_from
from stammtisch.web.tables.display_name import shown_name
from stammtisch.web.tables.quotas import QuotaExceeded
from stammtisch.web.view.warm_up import ready_to_speak

_WHOLE: Final = re.compile(r"-?[0-9]{1,18}")
_WORDS: Final = {"true": True, "false": False}


@dataclass
class ApiRequest:
    """A request that fits its description."""

    registry: TableRegistry
    signer: Signer
    forgetting: Forgetting
    person: Person | None
    path: Mapping[str, str]
    query: Mapping[str, Any]
    body: Mapping[str, Any]
    language: str  # that the answer is in
    address: str  # the name under which it is counted; empty where it is exempt

    @property
    def somebody(self) -> Person:
        """Whose token it is, where one is needed."""
        assert self.person is not None
        return self.person

    async def table(self, *, sealed: bool = False) -> Channel:
        """Return the table that the path names; one whose cards others will get only if it may be `sealed`.

        Raises:
            Problem: There is none.
        """
        found = await self.registry.find(self.path["table"])
        person = self.person.id if self.person else ""
        if found is None or (is_hidden_from(found.room, person) and not sealed):
            raise Problem(404, "there is no table of this name; it may be the last part of a table's link")
        return found


class ApiRoute:
    """One address for programs, as an ASGI application: finds the endpoint for a method, and answers in JSON."""

    def __init__(self, endpoints: list[Endpoint]) -> None:
        self._endpoints = {endpoint.method: endpoint for endpoint in endpoints}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        request = Request(scope, receive)
        try:
            response = await self._answer(request)
        except Problem as problem:
            challenge = {"www-authenticate": "Bearer"} if problem.status == HTTPStatus.UNAUTHORIZED else None
            response = problem.answer(challenge)
        except Conflict:
            response = Problem(409, "somebody was faster, and the table has changed; look at it and try again").answer()
        except QuotaExceeded as error:
            response = Problem(409, str(error)).answer()
        except Unavailable:
            detail = "nothing can be read or written now; it may be tried again in 2 seconds"
            response = Problem(503, detail).answer({"retry-after": "2"})
        await response(scope, receive, send)

    async def _answer(self, request: Request) -> Response:
        endpoint = self._endpoints.get(request.method)
        if endpoint is None:
            allowed = ", ".join(self._endpoints)
            problem = Problem(405, f"the method is {request.method[:20]}; it may be {allowed}")
            return problem.answer({"allow": allowed})
        person = await _person(request, endpoint)
        query = _query(request, endpoint.asks)
        body = _body(await request.body(), endpoint.body) if endpoint.body else {}
        language = str(query.get("lang", language_of(request)))
        await ready_to_speak(language)
        state = request.app.state
        house = state.registry, state.signer, state.forgetting
        call = ApiRequest(*house, person, request.path_params, query, body, language, address_of(request))
        answer = await endpoint.handler(call)
        return JSONResponse(answer, endpoint.status)


async def nowhere(request: Request) -> Response:
    """Say in JSON that there is nothing at an address below /api."""
    return Problem(404, f"there is nothing at {request.url.path[:80]!r}; /api/openapi.json says what there is").answer()


async def _person(request: Request, endpoint: Endpoint) -> Person | None:
    """Return whose token the request carries.

    Raises:
        Problem: It is needed and missing, or it is nobody's.
    """
    identity = identity_of(request)
    if endpoint.token == HOST_KEY:
        key: HostKey = request.app.state.host_key
        if identity.bearer is None or not key.opens(identity.bearer):
            raise Problem(
                401, "this takes the host key, sent as 'Authorization: Bearer …'; `stammtisch admin key` shows it"
            )
        return None
    if endpoint.token == NEEDED and identity.bearer is None:
        raise Problem(401, "there is no token; POST /api/people gives one, sent as 'Authorization: Bearer …'")
    if not endpoint.token or identity.bearer is None:
        return None
    store: Store = request.app.state.store
    name = await store.person(identity.token) if identity.token else None
    if name is None:
        raise Problem(401, "the token was not made here; POST /api/people gives one")
    return Person(identity.token, shown_name(name))


def _query(request: Request, asks: Mapping[str, Schema]) -> dict[str, Any]:
    """Return the parts of the query that the endpoint knows.

    Raises:
        Problem: One is not what it may be.
    """
    found: dict[str, Any] = {}
    for name, schema in asks.items():
        if name not in request.query_params:
            continue
        value: Any = request.query_params[name]
        if schema["type"] == "integer" and _WHOLE.fullmatch(value):
            value = int(value)
        elif schema["type"] == "boolean":
            value = _WORDS.get(value, value)
        if problem := problem_in(value, schema, name):
            raise Problem(422, problem)
        found[name] = value
    return found


def _body(sent: bytes, schema: Schema) -> dict[str, Any]:
    """Return the fields that were sent.

    Raises:
        Problem: It is not JSON, or a field is not what it may be.
    """
    try:
        value = read_json(sent or b"{}")
    except ValueError as error:
        raise Problem(400, str(error)) from error
    if problem := problem_in(value, schema, "the body"):
        raise Problem(422, problem)
    fields: dict[str, Any] = value
    return fields

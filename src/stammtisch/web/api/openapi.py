"""The endpoints for programs as data, and the OpenAPI document that is written from them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final, Protocol

from stammtisch.core.language import LANGUAGES
from stammtisch.web.api.json_schema import Schema, about, ref, text
from stammtisch.web.http.identity import IDS

if TYPE_CHECKING:
    from stammtisch.web.api.request import ApiRequest


class Handler(Protocol):
    """A function that answers the calls of an endpoint."""

    __name__: str

    async def __call__(self, call: ApiRequest) -> object:
        """Return the answer as JSON."""


NEEDED: Final = "needed"
WELCOME: Final = "welcome"
HOST_KEY: Final = "host key"  # another kind of token
TABLE_ID: Final[Schema] = about({"type": "string", "pattern": IDS}, "the last part of the table's link")
GAME_NAME: Final[Schema] = about(text(1, 40), "the short name of a game")
LANGUAGE: Final[Schema] = about(
    {"type": "string", "enum": list(LANGUAGES)},
    "the language of titles, labels and refusals; without it, `Accept-Language` decides",
)
PERSON_ID: Final[Schema] = about(
    {"type": "string", "pattern": "^[A-Za-z0-9_-]{1,32}$"}, "a person, as reports name them"
)
DAY: Final[Schema] = about(text(10, 10), "such as 2026-11-18")
REPORT: Final[Schema] = about({"type": "string", "pattern": "^[0-9]{1,9}$"}, "the number of a report")
SEAT: Final[Schema] = about({"type": "string", "pattern": "^[0-9]{1,2}$"}, "a seat, counted from 0")
_PATH_PARTS: Final = {
    "seat": SEAT,
    "table": TABLE_ID,
    "game": GAME_NAME,
    "person": PERSON_ID,
    "number": REPORT,
    "day": DAY,
}
_PROBLEM: Final = {"application/problem+json": {"schema": ref("Problem")}}
_BENEATH: Final = (408, 414, 431)  # said in plain words by what lies below every request
_WHY: Final = {
    400: "The body is not JSON, the path holds control characters, or the host is not this one.",
    401: "There is no token, or it was not made here.",
    403: "It is not yours to do, or the host of the house does not let you in.",
    404: "There is no such table, game, report or person.",
    409: "It is too late or too early for it; read the view again.",
    408: "The request took too long to come.",
    413: "The body is too large.",
    414: "The path or the query is too long.",
    422: "A field is not what it may be, or the rules forbid the action.",
    431: "The headers are too large.",
    429: "That was too fast; `Retry-After` says for how many seconds to wait.",
    503: "Nothing can be read or written now; `Retry-After` says for how many seconds to wait.",
}


_SECURITY: Final[Mapping[str, list[dict[str, list[str]]]]] = {
    NEEDED: [{"token": []}],
    WELCOME: [{"token": []}, {}],
    HOST_KEY: [{"host": []}],
}


@dataclass(frozen=True)
class Endpoint:
    """One thing that programs can ask for or do."""

    method: str
    path: str  # below /api
    handler: Handler  # its name and its docstring are those of the endpoint
    answer: str  # the schema of what comes back
    token: str = ""  # whether one is NEEDED or WELCOME, or whether it takes the HOST_KEY
    status: int = 200
    body: Schema | None = None
    query: Mapping[str, Schema] = field(default_factory=dict)
    problems: tuple[int, ...] = ()  # beside those that follow from the rest
    counts_as: str = ""  # a key of `RATES`, beside being a request

    @property
    def kind(self) -> str:
        """What its requests count as; whoever shows a host key might be guessing it."""
        return HOST_KEY if self.token == HOST_KEY else self.counts_as

    @property
    def asks(self) -> Mapping[str, Schema]:
        """What the query may hold."""
        return {**self.query, "lang": LANGUAGE}

    @property
    def path_parts(self) -> dict[str, Schema]:
        """What the path holds."""
        return {name: _PATH_PARTS[name] for name in re.findall(r"{(\w+)}", self.path)}

    @property
    def all_problems(self) -> list[int]:
        """The statuses of everything that can go wrong."""
        found = {*self.problems, 400, 422, 429, 503, *_BENEATH}
        found |= {401} if self.token else set()
        found |= {403} if self.token in (NEEDED, WELCOME) else set()
        found |= {404} if self.path_parts else set()
        found |= {413} if self.body else set()
        return sorted(found)


def document(endpoints: tuple[Endpoint, ...], shapes: Mapping[str, Schema], version: str) -> dict[str, Any]:
    """Return the OpenAPI document."""
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in endpoints:
        paths.setdefault(f"/api{endpoint.path}", {})[endpoint.method.lower()] = _operation(endpoint)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Stammtisch",
            "version": version,
            "description": "Take a seat with your own program: it sees what its seat may see, and acts by the rules.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {
            "schemas": dict(shapes),
            "securitySchemes": {name: {"type": "http", "scheme": "bearer"} for name in ("token", "host")},
        },
    }


def _operation(endpoint: Endpoint) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": endpoint.handler.__name__,
        "summary": (endpoint.handler.__doc__ or "").partition("\n")[0],
        "parameters": [_parameter(name, schema, "path") for name, schema in endpoint.path_parts.items()]
        + [_parameter(name, schema, "query") for name, schema in endpoint.asks.items()],
        "responses": {str(endpoint.status): _answer(endpoint), **{str(s): _problem(s) for s in endpoint.all_problems}},
    }
    if endpoint.token:
        operation["security"] = _SECURITY[endpoint.token]
    if endpoint.body:
        needed = bool(endpoint.body["required"])
        operation["requestBody"] = {"required": needed, "content": {"application/json": {"schema": endpoint.body}}}
    return operation


def _parameter(name: str, schema: Schema, place: str) -> dict[str, Any]:
    rest = {key: value for key, value in schema.items() if key != "description"}
    return {
        "name": name,
        "in": place,
        "required": place == "path",
        "description": schema["description"],
        "schema": rest,
    }


def _answer(endpoint: Endpoint) -> dict[str, Any]:
    content = {"application/json": {"schema": ref(endpoint.answer)}}
    return {"description": HTTPStatus(endpoint.status).phrase, "content": content}


def _problem(status: int) -> dict[str, Any]:
    content = {"text/plain": {"schema": {"type": "string"}}} if status in _BENEATH else _PROBLEM
    found: dict[str, Any] = {"description": _WHY[status], "content": content}
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        found["headers"] = {"Retry-After": {"required": True, "schema": {"type": "integer", "minimum": 1}}}
    return found

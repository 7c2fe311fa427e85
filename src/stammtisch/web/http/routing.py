"""Which route a request is for, found before anything else, and what a route says about its requests.

Starlette matches inside its router, behind every middleware. A limit that looked at paths itself would follow other
rules than the router does, so the routes are asked here, first, and the router goes where that leads.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from starlette.applications import Starlette
from starlette.requests import HTTPConnection
from starlette.routing import BaseRoute, Match, Mount, Route, Router
from starlette.types import ASGIApp, Receive, Scope, Send

from stammtisch.web.http.problem import turned_away

SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})  # methods that change nothing
_KEY: Final = "stammtisch.route"  # in the scope of a request
_REMEMBERED: Final = 4096  # paths
_CONTROLS: Final = re.compile(r"[\0-\x1f\x7f-\x9f]")  # a pattern of a path ends before a last newline, too


class CountedRoute(Route):
    """A route whose requests count as something more than a request, by method: a key of `RATES`."""

    def __init__(
        self,
        path: str,
        endpoint: Callable[..., Any],
        *,
        methods: Sequence[str] | None = None,
        name: str | None = None,
        counts_as: Mapping[str, str],
    ) -> None:
        super().__init__(path, endpoint, methods=methods, name=name)
        self.counts_as = counts_as


class ExemptRoute(Route):
    """A route that keeps the house running: it is for everybody, and never turned away."""


class ExemptMount(Mount):
    """Files that are for everybody, and never turned away."""


class _Found(NamedTuple):
    route: BaseRoute
    parts: Scope  # what the address says about the request


class MatchMiddleware:
    """Finds the route of a request, once; a path that holds control characters leads nowhere."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._found = lru_cache(_REMEMBERED)(_find)  # most requests are for what somebody has just asked for

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer it here."""
        if scope["type"] in ("http", "websocket"):
            if _CONTROLS.search(scope["path"]):
                answer = turned_away(HTTPConnection(scope), 400, "the path holds control characters; it may hold text")
                await answer(scope, receive, send)
                return
            asked = scope["type"], scope.get("method", ""), scope["path"], scope.get("root_path", "")
            scope[_KEY] = self._found(scope["app"], *asked)
        await self._app(scope, receive, send)


def follow_matches(router: Router) -> None:
    """Let a router go where `MatchMiddleware` has found that a request belongs, and look for itself only otherwise."""

    async def follow(scope: Scope, receive: Receive, send: Send) -> None:
        found: _Found | None = scope.get(_KEY)
        if found is None:
            await router.app(scope, receive, send)
            return
        parts = {**found.parts, "path_params": dict(found.parts["path_params"])}  # others are led by the same
        scope.update({"router": router, "route": found.route, **parts})
        await found.route.handle(scope, receive, send)

    router.middleware_stack = follow


def _find(app: Starlette, kind: str, method: str, path: str, root: str) -> _Found | None:
    """Return the first route that fits, or the first that does except for its method, which answers 405."""
    scope = {"type": kind, "method": method, "path": path, "root_path": root}  # what routes look at, and nothing else
    nearly: _Found | None = None
    for route in app.routes:
        match, parts = route.matches(scope)
        if match is Match.FULL:
            return _Found(route, parts)
        if match is Match.PARTIAL and nearly is None:
            nearly = _Found(route, parts)
    return nearly


def route_of(scope: Scope) -> BaseRoute | None:
    """Return the route that was found for a request."""
    found: _Found | None = scope.get(_KEY)
    return found.route if found else None


def request_over(socket: Scope, method: str, path: str) -> Scope:
    """Return the scope of a request that comes over a socket: by whoever has opened it, matched as any other."""
    found = _find(socket["app"], "http", method, path, socket.get("root_path", ""))
    assert found is not None, "only what has a route comes over a socket"
    parts = {**found.parts, "path_params": dict(found.parts["path_params"])}
    return {**socket, "type": "http", "method": method, "path": path, _KEY: found, **parts}


def is_exempt(scope: Scope) -> bool:
    """Whether a request is for something that is for everybody."""
    return isinstance(route_of(scope), ExemptRoute | ExemptMount)


def kinds_of(route: BaseRoute | None, method: str) -> list[str]:
    """Return what a request for a route counts as."""
    special = route.counts_as.get(method, "") if isinstance(route, CountedRoute) else ""
    return ["request", special] if special else ["request"]

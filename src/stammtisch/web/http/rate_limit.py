"""How much one person and one address may ask for, of buckets that fill again with time.

The table of rates below is the only place that knows them. Which of them a request takes from is said where its route
is written down (`counts_as`), and counted by the route that was matched, so that the two cannot differ. Exempt
addresses are not limited, only their people. This machine's own are exempt unless a host says otherwise: a proxy there
that does not say whom it speaks for would make one address of all the world.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv6Address
from math import ceil
from typing import Final

from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stammtisch.clock import SYSTEM_CLOCK, Clock
from stammtisch.store.contract import Store, Unavailable
from stammtisch.store.coordination_contract import TokenRequest
from stammtisch.store.memory.token_buckets import TokenBuckets
from stammtisch.web.http.identity import identity_of
from stammtisch.web.http.network.client_address import THIS_MACHINE, Network, is_among, read_address
from stammtisch.web.http.problem import TOO_FAST, Problem, from_a_program, hang_up, plain, refuse_socket, say_to
from stammtisch.web.http.routing import is_exempt, kinds_of, route_of

_SHARED_BITS: Final = 64  # of an IPv6 address: whoever has one has all that begin like it
_REMEMBERED: Final = 4096  # addresses
_UNKNOWN: Final = "unknown"  # what all addresses together are called that cannot be read
_KEY: Final = "stammtisch.address"  # in the scope of a request
_LIMITS: Final = "stammtisch.limits"  # the same: what it is counted by


@dataclass(frozen=True)
class Rate:
    """So many at once, and then one each so many seconds."""

    burst: int
    seconds: float


@dataclass(frozen=True)
class RateLimit:
    """What one person may do, and everybody at one address together; None is without end."""

    person: Rate | None
    address: Rate | None


RATES: Final[Mapping[str, RateLimit]] = {
    "request": RateLimit(Rate(500, 0.02), Rate(1000, 0.01)),
    "message": RateLimit(Rate(60, 0.5), None),  # on a socket
    "chat": RateLimit(Rate(8, 2.0), Rate(60, 0.5)),
    "hint": RateLimit(Rate(10, 1.0), Rate(40, 0.25)),
    "table": RateLimit(Rate(20, 10.0), Rate(100, 2.0)),
    "picture": RateLimit(Rate(20, 3.0), Rate(120, 0.5)),
    "person": RateLimit(None, Rate(60, 5.0)),
    "report": RateLimit(Rate(5, 60.0), Rate(30, 10.0)),
    "forget": RateLimit(Rate(3, 600.0), Rate(10, 120.0)),  # all tables are looked through
    "host key": RateLimit(Rate(60, 1.0), Rate(60, 1.0)),  # so that nobody guesses it
}
MOST_HELD: Final = RateLimit(Rate(30, 0), Rate(300, 0))  # sockets and waiting requests at the same time


class RateLimiter:
    """What is to be taken out of whose buckets; the store has the buckets, and all processes over it share them."""

    def __init__(
        self,
        rates: Mapping[str, RateLimit] = RATES,
        held: RateLimit = MOST_HELD,
        clock: Clock = SYSTEM_CLOCK,
        exempt: Sequence[Network] = THIS_MACHINE,
    ) -> None:
        self.limited_address = lru_cache(_REMEMBERED)(lambda host: limited_address(host, exempt))
        self._rates = rates
        self._messages = TokenBuckets(clock)  # of sockets, which end in this process
        self._most_held = held
        self._held: Counter[str] = Counter()

    def token_requests(self, kinds: Iterable[str], person: str, address: str) -> list[TokenRequest]:
        """Return what one request of these kinds takes."""
        allowed = [(kind, self._rates[kind]) for kind in kinds if kind in self._rates]
        return [
            TokenRequest(f"{kind} {sort} {who}", rate.burst, rate.seconds)
            for kind, rates in allowed
            for sort, who, rate in (("p", person, rates.person), ("a", address, rates.address))
            if who and rate
        ]

    def too_chatty(self, who: str) -> bool:
        """Count a message on a socket; whether it is one too many."""
        return self._messages.take_tokens(self.token_requests(["message"], who, "")) > 0

    def hold(self, person: str, address: str) -> bool:
        """Note that somebody keeps a connection waiting; whether they may."""
        names = _holders(person, address)
        most = (self._most_held.person, self._most_held.address)
        if any(name and rate and self._held[name] >= rate.burst for name, rate in zip(names, most, strict=True)):
            return False
        self._held.update(filter(None, names))
        return True

    def let_go(self, person: str, address: str) -> None:
        """Note that a connection that was held has ended."""
        for name in filter(None, _holders(person, address)):
            self._held[name] -= 1
            if self._held[name] <= 0:
                del self._held[name]


def _holders(person: str, address: str) -> tuple[str, str]:
    """Return under which names a connection is held; all strangers at one address together are one person."""
    stranger = f"s {address}" if address else ""
    return f"p {person}" if person else stranger, f"a {address}" if address else ""


class RateLimitMiddleware:
    """Turns away what comes too fast."""

    def __init__(self, app: ASGIApp, limits: RateLimiter) -> None:
        self._app = app
        self._limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it here."""
        if scope["type"] not in ("http", "websocket") or is_exempt(scope):
            await self._app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        person = identity_of(connection).asker
        address = self._limits.limited_address(scope["client"][0] if scope.get("client") else None)
        scope[_KEY], scope[_LIMITS] = address, self._limits
        early = await too_early(connection)
        holds = not early and (scope["type"] == "websocket" or "wait" in connection.query_params)
        if holds and not self._limits.hold(person, address):
            early, holds = 1, False
        try:
            if not early:
                heard = self._heard(receive, send, person or address) if scope["type"] == "websocket" else receive
                await self._app(scope, heard, send)
            elif scope["type"] == "websocket":
                await refuse_socket(receive, send, TOO_FAST)
            else:
                await too_fast(connection, early)(scope, receive, send)
        finally:
            if holds:
                self._limits.let_go(person, address)

    def _heard(self, receive: Receive, send: Send, who: str) -> Receive:
        """Return what a socket hears, as long as it does not chatter."""

        async def receive_some() -> Message:
            message = await receive()
            chatters = message["type"] == "websocket.receive" and self._limits.too_chatty(who)
            return await hang_up(send, TOO_FAST) if chatters else message

        return receive_some


async def too_early(connection: HTTPConnection) -> int:
    """Count a request; return for how many whole seconds somebody has to wait, nobody where nobody can count."""
    store: Store = connection.app.state.store
    limits: RateLimiter = connection.scope[_LIMITS]
    kinds = kinds_of(route_of(connection.scope), connection.scope.get("method", "GET"))
    person, address = identity_of(connection).asker, address_of(connection)
    try:
        return ceil(await store.take_tokens(limits.token_requests(kinds, person, address)))
    except Unavailable:
        return 0


def too_fast(connection: HTTPConnection, seconds: int) -> Response:
    """Return what is answered to whoever asks too early."""
    wait = {"retry-after": str(seconds)}
    if from_a_program(connection):
        return Problem(429, f"that was too fast; it may be tried again in {seconds} seconds").answer(wait)
    say = say_to(connection)
    sentence = say.count(
        "That was a little fast. Please try again in a second.",
        "That was a little fast. Please try again in {number} seconds.",
        seconds,
    )
    return plain(sentence, 429, wait)


def address_of(connection: HTTPConnection) -> str:
    """Return the name under which the address of whoever asks is counted; empty where it is exempt."""
    address: str = connection.scope[_KEY]
    return address


def limited_address(host: str | None, exempt: Sequence[Network] = THIS_MACHINE) -> str:
    """Return the name under which an address is counted; empty where it is exempt.

    >>> limited_address("203.0.113.9"), limited_address("2001:db8:0:1:9::7"), limited_address("127.0.0.1")
    ('203.0.113.9', '2001:db8:0:1::/64', '')
    """
    address = read_address(host)
    if address is None:
        return _UNKNOWN
    if is_among(address, exempt):
        return ""
    if isinstance(address, IPv6Address):
        return f"{IPv6Address(int(address) >> _SHARED_BITS << _SHARED_BITS)}/{_SHARED_BITS}"
    return str(address)

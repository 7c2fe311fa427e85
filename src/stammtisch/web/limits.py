"""How much one person and one address may ask for, of buckets that fill again with time.

The table of rates below is the only place that knows them. Addresses of this machine itself are not limited, only
their people: a proxy that does not say whom it speaks for would otherwise make one address of all the world.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from typing import Final

from stammtisch.store.buckets import Buckets
from stammtisch.store.kept import Wish

_SHARED_BITS: Final = 64  # of an IPv6 address: whoever has one has all that begin like it


@dataclass(frozen=True)
class Rate:
    """So many at once, and then one each so many seconds."""

    burst: int
    seconds: float


@dataclass(frozen=True)
class Allowed:
    """What one person may do, and everybody at one address together; None is without end."""

    person: Rate | None
    address: Rate | None


RATES: Final[Mapping[str, Allowed]] = {
    "request": Allowed(Rate(500, 0.02), Rate(1000, 0.01)),
    "message": Allowed(Rate(60, 0.5), None),  # on a socket
    "chat": Allowed(Rate(8, 2.0), Rate(60, 0.5)),
    "hint": Allowed(Rate(10, 1.0), Rate(40, 0.25)),
    "table": Allowed(Rate(20, 10.0), Rate(100, 2.0)),
    "person": Allowed(None, Rate(60, 5.0)),
    "report": Allowed(Rate(5, 60.0), Rate(30, 10.0)),
    "host key": Allowed(Rate(60, 1.0), Rate(60, 1.0)),  # so that nobody guesses it
}
MOST_HELD: Final = Allowed(Rate(30, 0), Rate(300, 0))  # sockets and waiting requests at the same time

_KINDS: Final = (  # of requests that cost more than others
    ("chat", re.compile(r"POST /t/[^/]+/say")),
    ("hint", re.compile(r"POST /t/[^/]+/hint")),
    ("table", re.compile(r"POST (/play|/tables|/t/[^/]+/again|/api/tables)")),
    ("person", re.compile(r"POST /api/people")),
    ("report", re.compile(r"POST /t/[^/]+/report")),
    ("host key", re.compile(r"POST /host|[A-Z]+ /api/host/.*")),
)


def kinds_of(method: str, path: str) -> list[str]:
    """Return what a request counts as."""
    special = [kind for kind, pattern in _KINDS if pattern.fullmatch(f"{method} {path}")]
    return ["request", *special]


class Limits:
    """What is to be taken out of whose buckets; the store has the buckets, and all processes over it share them."""

    def __init__(self, rates: Mapping[str, Allowed] = RATES, held: Allowed = MOST_HELD) -> None:
        self._rates = rates
        self._messages = Buckets()  # of sockets, which end in this process
        self._most_held = held
        self._held: Counter[str] = Counter()

    def wishes(self, kinds: Iterable[str], person: str, address: str) -> list[Wish]:
        """Return what one request of these kinds takes."""
        allowed = [(kind, self._rates[kind]) for kind in kinds if kind in self._rates]
        return [
            Wish(f"{kind} {sort} {who}", rate.burst, rate.seconds)
            for kind, rates in allowed
            for sort, who, rate in (("p", person, rates.person), ("a", address, rates.address))
            if who and rate
        ]

    def too_chatty(self, who: str) -> bool:
        """Count a message on a socket; whether it is one too many."""
        return self._messages.take(self.wishes(["message"], who, "")) > 0

    def hold(self, person: str, address: str) -> bool:
        """Note that somebody keeps a connection waiting; whether they may."""
        most = ((f"p {person}", person, self._most_held.person), (f"a {address}", address, self._most_held.address))
        if any(who and rate and self._held[name] >= rate.burst for name, who, rate in most):
            return False
        self._held.update(name for name, who, _ in most if who)
        return True

    def let_go(self, person: str, address: str) -> None:
        """Note that a connection that was held has ended."""
        for name in [f"p {person}"] * bool(person) + [f"a {address}"] * bool(address):
            self._held[name] -= 1
            if self._held[name] <= 0:
                del self._held[name]


def limited_address(host: str | None) -> str:
    """Return the name under which an address is counted; none for this machine itself.

    >>> limited_address("203.0.113.9"), limited_address("2001:db8:0:1:9::7"), limited_address("127.0.0.1")
    ('203.0.113.9', '2001:db8:0:1::/64', '')
    """
    try:
        address = ip_address(host or "")
    except ValueError:
        return ""
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped:
            return limited_address(str(address.ipv4_mapped))
        if not address.is_loopback:
            first = int(address) >> _SHARED_BITS << _SHARED_BITS
            return f"{IPv6Address(first)}/{_SHARED_BITS}"
    return "" if address.is_loopback else str(address)

"""Token reserves: what was taken out of large shared buckets beforehand, so that not every request asks the database.

Nobody gets more than the buckets hold, however many servers there are: a reserve was taken out of the bucket. It can
only be used later than that, up to a minute, and what is not used by then is lost.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from stammtisch.clock import Clock
from stammtisch.store.coordination_contract import TokenRequest

_PART: Final = 50  # of a bucket's burst that is taken beforehand: one in so many
_KEPT_FOR: Final = 60.0  # seconds
_MOST_KEPT: Final = 20_000  # reserves; those not used for longest are forgotten


def reserve_for(request: TokenRequest) -> int:
    """Return how many tokens are taken beforehand with one: none of a small bucket, where each counts."""
    return request.burst // _PART


class TokenReserves:
    """The reserves of one process, by bucket."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._kept: OrderedDict[str, tuple[int, float]] = OrderedDict()  # how many, and until when (monotonic)

    def take(self, bucket: str) -> bool:
        """Take a token out of a reserve, if there is one."""
        tokens, until = self._kept.pop(bucket, (0, 0.0))
        if not tokens or self._clock.monotonic() >= until:
            return False
        if tokens > 1:
            self._kept[bucket] = tokens - 1, until
        return True

    def put(self, bucket: str, tokens: int) -> None:
        """Put tokens into a reserve."""
        if tokens:
            before, _ = self._kept.pop(bucket, (0, 0.0))
            self._kept[bucket] = before + tokens, self._clock.monotonic() + _KEPT_FOR
        while len(self._kept) > _MOST_KEPT:
            self._kept.popitem(last=False)

    def __len__(self) -> int:
        return len(self._kept)

"""Token buckets: how often something may be done, in memory of a fixed size."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import Final

from stammtisch.clock import SYSTEM_CLOCK, Clock
from stammtisch.store.coordination_contract import TokenRequest

_MOST_REMEMBERED: Final = 20_000  # buckets; those not used for longest are forgotten


class TokenBuckets:
    """One token bucket for each name; whoever takes says how much it holds and how fast it fills."""

    def __init__(self, clock: Clock = SYSTEM_CLOCK) -> None:
        self._clock = clock
        self._full_at: OrderedDict[str, float] = OrderedDict()  # by name: when its bucket will be full again

    def take_tokens(self, requests: Sequence[TokenRequest]) -> float:
        """Take a token out of each bucket, or out of none; how many seconds it is too early, 0 if it is not."""
        now = self._clock.monotonic()
        full_at = dict[str, float]()
        early = 0.0
        for request in requests:
            before = full_at.get(request.bucket, self._full_at.get(request.bucket, 0.0))
            full_at[request.bucket] = max(before, now) + request.seconds
            early = max(early, max(before - now, 0.0) + request.seconds - request.burst * request.seconds)
        if early <= 0:  # who is turned away has taken nothing
            self._full_at.update(full_at)
        for name in full_at:
            if name in self._full_at:
                self._full_at.move_to_end(name)
        while len(self._full_at) > _MOST_REMEMBERED:
            self._full_at.popitem(last=False)
        return early

    def __len__(self) -> int:
        return len(self._full_at)

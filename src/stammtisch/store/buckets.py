"""Buckets that fill again with time: how much may be asked for, in memory of a fixed size."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Final

from stammtisch.store.kept import Wish

_MOST_REMEMBERED: Final = 20_000  # buckets; those not used for longest are forgotten


class Buckets:
    """One bucket for each name; whoever takes says how much it holds and how fast it fills."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._full_at: OrderedDict[str, float] = OrderedDict()  # by name: when its bucket will be full again

    def take(self, wishes: Sequence[Wish]) -> float:
        """Take one out of each bucket, or out of none; how many seconds it is too early, 0 if it is not."""
        now = self._now()
        full_at = dict[str, float]()
        early = 0.0
        for wish in wishes:
            before = full_at.get(wish.bucket, self._full_at.get(wish.bucket, 0.0))
            full_at[wish.bucket] = max(before, now) + wish.seconds
            early = max(early, max(before - now, 0.0) + wish.seconds - wish.burst * wish.seconds)
        if early <= 0:  # who is turned away has taken nothing
            self._full_at.update(full_at)
        self._forget(full_at)
        return early

    def _forget(self, used: dict[str, float]) -> None:
        for name in used:
            if name in self._full_at:
                self._full_at.move_to_end(name)
        while len(self._full_at) > _MOST_REMEMBERED:
            self._full_at.popitem(last=False)

    def __len__(self) -> int:
        return len(self._full_at)

"""What a process answers itself that has its store to itself: nobody else is there, so memory is enough."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from stammtisch.clock import SYSTEM_CLOCK, Clock
from stammtisch.store.coordination_contract import NewSteps, TokenRequest
from stammtisch.store.memory.token_buckets import TokenBuckets

_MOST_TABLES: Final = 20_000  # whose people are remembered; those not used for longest are forgotten


class MemoryCoordination:
    """Locks, presence and token buckets of one process."""

    def __init__(self, clock: Clock = SYSTEM_CLOCK) -> None:
        self._buckets, self._clock = TokenBuckets(clock), clock
        self._claimed: set[str] = set()
        self._presence: OrderedDict[str, dict[str, float]] = OrderedDict()  # by table

    @property
    def shared(self) -> bool:
        """Whether other processes may change what is kept."""
        return False

    def listen(self, callback: Callable[[str], None], on_steps: Callable[[str, NewSteps], None] | None = None) -> None:
        """Promise to tell what others have changed, which nobody has."""

    async def claim(self, name: str) -> bool:
        """Grant a claim: there is nobody else who could have it."""
        self._claimed.add(name)
        return True

    async def release(self, name: str) -> None:
        """Give a claim back."""
        self._claimed.discard(name)

    async def save_presence(self, seen: Mapping[tuple[str, str], float]) -> None:
        """Remember how many seconds ago people were seen, by table and person; older news changes nothing."""
        now = self._clock.monotonic()
        for (table_id, person), ago in seen.items():
            people = self._presence.setdefault(table_id, {})
            people[person] = max(now - ago, people.get(person, now - ago))
            self._presence.move_to_end(table_id)
        while len(self._presence) > _MOST_TABLES:
            self._presence.popitem(last=False)

    async def presence(self, table_id: str) -> dict[str, float]:
        """Return how many seconds ago the people of a table were last seen."""
        now = self._clock.monotonic()
        return {person: now - at for person, at in self._presence.get(table_id, {}).items()}

    async def take_tokens(self, requests: Sequence[TokenRequest]) -> float:
        """Take a token out of each bucket, or out of none; how many seconds it is too early, 0 if it is not."""
        return self._buckets.take_tokens(requests)

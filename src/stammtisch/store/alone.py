"""What a process answers itself that has its store to itself: nobody else is there, so memory is enough."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from stammtisch.store.buckets import Buckets
from stammtisch.store.kept import Wish

_MOST_TABLES: Final = 20_000  # whose people are remembered; those not used for longest are forgotten


class Alone:
    """The company of nobody."""

    def __init__(self) -> None:
        self._buckets = Buckets()
        self._claimed: set[str] = set()
        self._seen: OrderedDict[str, dict[str, float]] = OrderedDict()  # by table

    @property
    def shared(self) -> bool:
        """Whether other processes may change what is kept."""
        return False

    def listen(self, heard: Callable[[str], None]) -> None:
        """Promise to tell what others have changed, which nobody has."""

    async def claim(self, name: str) -> bool:
        """Grant a piece of work: there is nobody else who could have it."""
        self._claimed.add(name)
        return True

    async def release(self, name: str) -> None:
        """Leave a piece of work to nobody."""
        self._claimed.discard(name)

    async def saw(self, seen: Mapping[tuple[str, str], float]) -> None:
        """Remember when people were last seen, by table and person; older news changes nothing."""
        for (table_id, person), at in seen.items():
            people = self._seen.setdefault(table_id, {})
            people[person] = max(at, people.get(person, at))
            self._seen.move_to_end(table_id)
        while len(self._seen) > _MOST_TABLES:
            self._seen.popitem(last=False)

    async def seen(self, table_id: str) -> dict[str, float]:
        """Return when the people of a table were last seen, in seconds since 1970."""
        return dict(self._seen.get(table_id, {}))

    async def take(self, wishes: Sequence[Wish]) -> float:
        """Take one out of each bucket, or out of none; how many seconds it is too early, 0 if it is not."""
        return self._buckets.take(wishes)

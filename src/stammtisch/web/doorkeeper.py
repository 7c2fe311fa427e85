"""Who may not come in: asked at every request, so it is kept in memory and looked up again after a moment."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Final

from stammtisch.store.kept import Store, Unavailable

_MOMENT: Final = 2.0  # seconds until what another process has noted is known here


class Doorkeeper:
    """Knows whom the host of the house has barred."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._barred: frozenset[str] = frozenset()
        self._looked = float("-inf")

    async def barred(self) -> frozenset[str]:
        """Return who may not come in, as it was a moment ago at the latest."""
        if time.monotonic() > self._looked + _MOMENT:
            self._looked = time.monotonic()  # whoever comes meanwhile is not kept waiting
            with suppress(Unavailable):  # then what was known before is true enough
                self._barred = await self._store.barred()
        return self._barred

    async def bar(self, person: str, *, until_now: bool = False) -> None:
        """Let somebody in no more; `until_now`: let them in again."""
        await self._store.bar(person, until_now=until_now)
        self._barred = await self._store.barred()

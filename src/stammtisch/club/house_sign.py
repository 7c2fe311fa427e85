"""The sign of the house: its name, and the notice that its host has posted; on every page, so it is kept in memory."""

from __future__ import annotations

import unicodedata
from contextlib import suppress
from typing import Final

from stammtisch.clock import Clock
from stammtisch.errors import StammtischError
from stammtisch.store.contract import HouseSign, Store, Unavailable

USUAL_NAME: Final = "Stammtisch"  # of a house to which its host has given none
LONGEST_HOUSE_NAME: Final = 32  # columns
LONGEST_NOTICE: Final = 600  # letters
_MOST_LINES: Final = 12  # of a notice
_KNOWN_FOR: Final = 2.0  # seconds until what was put up at another server is known here
_UNSEEN: Final = ("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp")  # kinds of signs that show nothing
_JOINERS: Final = "\u200c\u200d"  # are not seen either, and put letters and small pictures together


class NoticeRefused(StammtischError):
    """A notice that is too long."""


def read_notice(text: str) -> str:
    """Return a notice as it will be shown: its lines, with no more than one empty one between two others.

    Raises:
        NoticeRefused: It is too long, or has too many lines.
    """
    lines: list[str] = []
    for line in unicodedata.normalize("NFC", text).splitlines():
        words = " ".join("".join(sign for sign in line.replace("\t", " ") if _is_seen(sign)).split())
        if words or (lines and lines[-1]):
            lines.append(words)
    notice = "\n".join(lines).strip()
    if len(notice) > LONGEST_NOTICE:
        raise NoticeRefused(f"the notice has {len(notice)} letters; it may have up to {LONGEST_NOTICE}")
    if (number := notice.count("\n") + 1) > _MOST_LINES:
        raise NoticeRefused(f"the notice has {number} lines; it may have up to {_MOST_LINES}")
    return notice


def _is_seen(sign: str) -> bool:
    return sign in _JOINERS or unicodedata.category(sign) not in _UNSEEN


class SignCache:
    """Knows what the host has put up."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock
        self._sign = HouseSign()
        self._looked = float("-inf")

    async def sign(self) -> HouseSign:
        """Return the sign as it was a moment ago at the latest."""
        if self._clock.monotonic() > self._looked + _KNOWN_FOR:
            self._looked = self._clock.monotonic()  # whoever comes meanwhile is not kept waiting
            with suppress(Unavailable):  # then what was known before is true enough
                self._sign = await self._store.house_sign()
        return self._sign

    async def name_house(self, name: str) -> None:
        """Give the house a name; an empty one: the usual one again."""
        await self._store.name_house(name, self._clock.now())
        self._sign = await self._store.house_sign()

    async def post_notice(self, notice: str) -> None:
        """Post a notice instead of the one before; an empty one: none."""
        await self._store.post_notice(notice, self._clock.now())
        self._sign = await self._store.house_sign()

"""How the host of the house is known: by a key, and then for an evening by a cookie that it signs."""

from __future__ import annotations

from hmac import compare_digest
from typing import Final

from itsdangerous import BadSignature, URLSafeTimedSerializer

COOKIE: Final = "stammtisch-host"
EVENING: Final = 12 * 3600  # seconds for which the cookie is good


class HostKey:
    """The key of the house, and what it opens."""

    def __init__(self, key: str) -> None:
        self.use(key)

    def use(self, key: str) -> None:
        """Let this be the key from now on; what another one opened is closed."""
        self._key = key.encode()
        self._cookies = URLSafeTimedSerializer(self._key, salt="host")

    def opens(self, given: str) -> bool:
        """Whether this is the key; it takes as long to say no as to say yes."""
        return compare_digest(given.encode(errors="replace"), self._key)

    def cookie(self, person: str) -> str:
        """Return a cookie for a person who has shown the key."""
        return str(self._cookies.dumps(person))

    def is_cookie_of(self, cookie: str, person: str) -> bool:
        """Whether a cookie was made for this person, with this key, not too long ago."""
        try:
            return bool(self._cookies.loads(cookie, max_age=EVENING) == person)
        except BadSignature:
            return False

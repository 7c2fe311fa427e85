"""How the host of the house is known: by a key, and then for an evening by a cookie that it signs."""

from __future__ import annotations

from hmac import compare_digest
from typing import Any, Final

from itsdangerous import BadSignature, TimestampSigner, URLSafeTimedSerializer

from stammtisch.clock import Clock

COOKIE: Final = "stammtisch-host"
EVENING: Final = 12 * 3600  # seconds for which the cookie is good


class HostKey:
    """The key of the house, and what it opens."""

    def __init__(self, key: str, clock: Clock) -> None:
        self._clock = clock
        self.use(key)

    def use(self, key: str) -> None:
        """Let this be the key from now on; what another one opened is closed."""
        self._key = key.encode()
        ours = {"clock": self._clock}
        self._cookies = URLSafeTimedSerializer(self._key, salt="host", signer=_Signer, signer_kwargs=ours)

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


class _Signer(TimestampSigner):
    """Signs with the time of a clock that is given."""

    def __init__(self, *keys: Any, clock: Clock, **settings: Any) -> None:
        super().__init__(*keys, **settings)
        self._clock = clock

    def get_timestamp(self) -> int:
        """Return the wall time, in seconds since 1970."""
        return int(self._clock.now())

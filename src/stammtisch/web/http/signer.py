"""Signs and reads what people carry: cookies, tokens, and the CSRF tokens in their forms."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Final

from itsdangerous import BadSignature, URLSafeSerializer

from stammtisch.clock import Clock
from stammtisch.store.contract import Store, Unavailable
from stammtisch.store.keys import read_keys
from stammtisch.web.http.host_key import HostKey

_KNOWN_FOR: Final = 2.0  # seconds until keys that were changed elsewhere are known here
_REMEMBERED: Final = 8192  # things that were signed here, and read


class Signer:
    """Knows the secrets of the house; each kind of thing is signed so that it is taken for no other."""

    def __init__(self, *secrets: bytes) -> None:
        self.use(secrets)

    def use(self, secrets: Sequence[bytes]) -> None:
        """Read what any of these secrets has signed, and sign with the last one from now on."""
        self._cookies = URLSafeSerializer(list(secrets), salt="person")
        self._forms = URLSafeSerializer(list(secrets), salt="form")
        self._tokens = URLSafeSerializer(list(secrets), salt="token")
        self._newest = URLSafeSerializer(list(secrets[-1:]), salt="person") if len(secrets) > 1 else None
        self._signed = lru_cache(_REMEMBERED)(_signed)  # with these secrets; what was not signed here is not remembered

    def cookie(self, person: str) -> str:
        """Return a person's cookie."""
        return str(self._cookies.dumps(person))

    def read_cookie(self, text: str) -> str | None:
        """Return whose cookie it is; nobody's if it was not signed here."""
        return self._read(self._cookies, text)

    def is_outdated(self, cookie: str) -> bool:
        """Whether a cookie that can be read was signed with an older secret, and should be signed anew."""
        return self._newest is not None and self._read(self._newest, cookie) is None

    def token(self, person: str) -> str:
        """Return what a person's program shows; it opens no page, and a cookie is no token."""
        return str(self._tokens.dumps(person))

    def read_token(self, text: str) -> str | None:
        """Return whose token it is; nobody's if it was not signed here."""
        return self._read(self._tokens, text)

    def csrf_token(self, person: str) -> str:
        """Return the CSRF token that a person's own forms carry, in the field `mark`."""
        return str(self._forms.dumps(person))

    def is_csrf_token_of(self, token: str, person: str) -> bool:
        """Whether a form was made for this person."""
        return self._read(self._forms, token) == person

    def _read(self, serializer: URLSafeSerializer, text: str) -> str | None:
        try:
            return self._signed(serializer, text)
        except BadSignature:
            return None


def _signed(serializer: URLSafeSerializer, text: str) -> str | None:
    """Return what was signed.

    Raises:
        BadSignature: It was not signed here.
    """
    found = serializer.loads(text)
    return found if isinstance(found, str) else None


class HouseKeys:
    """The signer and the host key of a running server, which follow what `stammtisch keys rotate` changes."""

    def __init__(self, store: Store, clock: Clock, on_revoked: Callable[[], object]) -> None:
        """Follow the keys of a store; `on_revoked` is called when something is no longer accepted that was."""
        self._store, self._clock, self._on_revoked = store, clock, on_revoked
        self._accepted: frozenset[bytes] = frozenset()
        self._looked = float("-inf")
        self._loading = asyncio.Lock()
        self.signer, self.host_key = Signer(b""), HostKey("", clock)  # which `load` fills

    async def load(self) -> None:
        """Take the keys that are kept now.

        Raises:
            Unavailable: They cannot be read.
        """
        self._looked = self._clock.monotonic()  # if it fails, it is tried again after a moment and not at once
        keys = await read_keys(self._store, self._clock.now())
        self.signer.use(keys.signing)
        self.host_key.use(keys.host_key)
        before, self._accepted = self._accepted, frozenset(keys.signing)
        if before - self._accepted:
            await self._store.forget_links()  # some may have been made before we knew
            self._on_revoked()

    async def follow(self) -> None:
        """Take new keys again and again, also where nobody asks for anything: sockets may have to be closed."""
        while True:
            await self._clock.sleep(_KNOWN_FOR)
            await self.refresh()

    async def refresh(self) -> None:
        """Take new keys, as they were a moment ago at the latest."""
        if not self._loading.locked() and not self._may_be_old():
            return
        async with self._loading:  # whoever comes meanwhile is judged by the new ones, too
            if self._may_be_old():
                with suppress(Unavailable):  # then those that were known before are good enough
                    await self.load()

    def _may_be_old(self) -> bool:
        return self._clock.monotonic() >= self._looked + _KNOWN_FOR

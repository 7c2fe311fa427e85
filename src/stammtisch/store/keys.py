"""The key of a house: whoever has it is its host."""

from __future__ import annotations

import secrets
from typing import Final

from stammtisch.store.kept import People

_BYTES: Final = 24  # more than anybody can guess


async def host_key(store: People) -> str:
    """Return the host key, made the first time that somebody asks for it."""
    return (await store.secret("host key", secrets.token_urlsafe(_BYTES).encode())).decode()

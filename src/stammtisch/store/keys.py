"""What nobody can guess: the key of a house, whose holder is its host, and the ids of tables and people."""

from __future__ import annotations

import secrets
import string
from typing import Final

from stammtisch.store.kept import People

_SIGNS: Final = string.ascii_letters + string.digits  # a command takes a word that begins with a hyphen for an option
_KEY_LENGTH: Final = 32


def unguessable(length: int) -> str:
    """Return letters and digits drawn by chance, which links, commands and files take as they are."""
    return "".join(secrets.choice(_SIGNS) for _ in range(length))


async def host_key(store: People) -> str:
    """Return the host key, made the first time that somebody asks for it."""
    return (await store.secret("host key", unguessable(_KEY_LENGTH).encode())).decode()

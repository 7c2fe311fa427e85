"""What nobody can guess: the key of a house, whose holder is its host, what cookies are signed with, and ids."""

from __future__ import annotations

import secrets
import string
from dataclasses import dataclass
from hashlib import blake2s, sha256
from typing import Final

from stammtisch.store.contract import HouseStore

FORGOTTEN: Final = "gone-"  # how ids begin that stand in the place of people who wanted to be forgotten
GRACE: Final = 400 * 86400  # seconds for which what an old secret signed is accepted; browsers keep no cookie longer
_SIGNS: Final = string.ascii_letters + string.digits  # a command takes a word that begins with a hyphen for an option
_KEY_LENGTH: Final = 32
_SECRET_LENGTH: Final = 32  # bytes
_HOST_KEY: Final = "host key"  # what the secrets are called in a store
ADDRESS_KEY: Final = "addresses"  # under which addresses are hashed
SIGNING_KEY: Final = "passport"  # what signs cookies; under this name stores have it
_RETIRED: Final = f"{SIGNING_KEY} until "  # and when its grace ends, in seconds since 1970


@dataclass(frozen=True)
class KeyRing:
    """The keys of a house as they are now."""

    host_key: str
    signing: tuple[bytes, ...]  # the secrets whose signatures are accepted, the oldest first; the last one signs


def hash_of_person(person: str) -> str:
    """Return by what a person is known again who was forgotten; ids are long enough that nobody finds one for it."""
    return sha256(b"stammtisch forgotten " + person.encode()).hexdigest()


async def hash_of_address(store: HouseStore, address: str) -> str:
    """Return by what an address is known again, for whoever does not have the secret of this house for it."""
    key = await store.secret(ADDRESS_KEY, secrets.token_bytes(_SECRET_LENGTH))
    return blake2s(address.encode(), key=key, digest_size=8).hexdigest()


def unguessable(length: int) -> str:
    """Return letters and digits drawn by chance, which links, commands and files take as they are."""
    return "".join(secrets.choice(_SIGNS) for _ in range(length))


async def host_key(store: HouseStore) -> str:
    """Return the host key, made the first time that somebody asks for it."""
    return (await store.secret(_HOST_KEY, _new_host_key())).decode()


async def read_keys(store: HouseStore, now: float) -> KeyRing:
    """Return the keys of a house, made the first time that somebody asks for them."""
    found = await store.secrets()
    if not found.keys() >= {_HOST_KEY, SIGNING_KEY}:
        await host_key(store)
        await store.secret(SIGNING_KEY, secrets.token_bytes(_SECRET_LENGTH))
        found = await store.secrets()
    retired = [found[name] for until, name in sorted(_retired(found)) if until > now]
    return KeyRing(found[_HOST_KEY].decode(), (*retired, found[SIGNING_KEY]))


async def rotate_host_key(store: HouseStore) -> None:
    """Make a new host key; the old one opens nothing any more.

    Raises:
        Conflict: Somebody else does so just now.
    """
    await store.change_secret(_HOST_KEY, (await host_key(store)).encode(), _new_host_key())


async def rotate_signing_secret(store: HouseStore, now: float, *, revoke: bool = False) -> None:
    """Make a new secret to sign with; what was signed before is good for `GRACE`, or no more at once.

    Args:
        store: The house.
        now: The wall time, in seconds since 1970.
        revoke: Accept nothing that was signed before.

    Raises:
        Conflict: Somebody else does so just now.
    """
    new = secrets.token_bytes(_SECRET_LENGTH)
    old = await store.secret(SIGNING_KEY, new)
    if not revoke:  # before it is changed: whatever happens in between, it is known
        await store.secret(f"{_RETIRED}{now + GRACE:.6f}", old)
    await store.change_secret(SIGNING_KEY, old, new)
    for until, name in _retired(await store.secrets()):
        if revoke or until <= now:
            await store.forget_secret(name)


def _new_host_key() -> bytes:
    return unguessable(_KEY_LENGTH).encode()


def _retired(found: dict[str, bytes]) -> list[tuple[float, str]]:
    """Return until when old secrets are good, and their names."""
    return [(float(name.removeprefix(_RETIRED)), name) for name in found if name.startswith(_RETIRED)]

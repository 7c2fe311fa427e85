"""Taking the id and the name of a person out of what is stored of a table, so that the game of others stays whole."""

from __future__ import annotations

from collections.abc import Set
from typing import Any, Final

from stammtisch.store.keys import unguessable

GUEST: Final = "Guest"  # the name under which a seat stays whose person wanted to be forgotten
_GONE: Final = "gone-"
_LENGTH: Final = 12


def replacement() -> str:
    """Return what stands for the id of somebody who is forgotten: nobody can know whose it was, nor come as them."""
    return _GONE + unguessable(_LENGTH)


def is_gone(person: str) -> bool:
    """Whether an id stands for somebody who wanted to be forgotten."""
    return person.startswith(_GONE)


def redacted(stored: Any, person: str, gone: str, names: Set[str]) -> Any:
    """Return stored JSON with another id in the place of a person's, as value or as key, and a neutral name.

    Args:
        stored: The JSON.
        person: The id that may be nowhere any more.
        gone: What stands in its place.
        names: Under which the person was known there, wherever a name stands by itself.
    """
    if isinstance(stored, dict):
        own = stored.get("person") == person
        return {
            gone if name == person else name: GUEST
            if name == "name" and own
            else _renamed(value, names)
            if name == "names"
            else redacted(value, person, gone, names)
            for name, value in stored.items()
        }
    if isinstance(stored, list):
        return [redacted(value, person, gone, names) for value in stored]
    return gone if stored == person else stored


def _renamed(stored: Any, names: Set[str]) -> Any:
    """Return names by handle, those of the person as the neutral one."""
    return {handle: GUEST if name in names else name for handle, name in stored.items()}

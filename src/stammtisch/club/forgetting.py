"""Taking the id and the name of a person out of what is stored of a table, so that the game of others stays whole."""

from __future__ import annotations

from collections.abc import Iterator, Set
from typing import Any, Final

from stammtisch.store.keys import FORGOTTEN, unguessable

GUEST: Final = "Guest"  # the name under which a seat stays whose person wanted to be forgotten
_LENGTH: Final = 12


def replacement() -> str:
    """Return what stands for the id of somebody who is forgotten: nobody can know whose it was, nor come as them."""
    return FORGOTTEN + unguessable(_LENGTH)


def is_gone(person: str) -> bool:
    """Whether an id stands for somebody who wanted to be forgotten."""
    return person.startswith(FORGOTTEN)


def redacted(stored: Any, person: str, gone: str, names: Set[str] = frozenset()) -> Any:
    """Return stored JSON with another id in the place of a person's, as value or as key, and a neutral name.

    Args:
        stored: The JSON.
        person: The id that may be nowhere any more.
        gone: What stands in its place.
        names: Under which the person was known there, beside those that stand with the id.
    """
    return _replaced(stored, person, gone, names | {*_names_of(stored, person)})


def _names_of(stored: Any, person: str) -> Iterator[str]:
    """Yield the names that stand with an id."""
    if isinstance(stored, dict):
        if stored.get("person") == person:
            yield str(stored.get("name", ""))
        stored = list(stored.values())
    if isinstance(stored, list):
        for value in stored:
            yield from _names_of(value, person)


def _replaced(stored: Any, person: str, gone: str, names: Set[str]) -> Any:
    if isinstance(stored, list):
        return [_replaced(value, person, gone, names) for value in stored]
    if not isinstance(stored, dict):
        return gone if stored == person else stored
    changed = {gone if key == person else key: _replaced(value, person, gone, names) for key, value in stored.items()}
    if stored.get("person") == person and "name" in stored:
        changed["name"] = GUEST
    if isinstance(by_handle := stored.get("names"), dict):
        changed["names"] = {handle: GUEST if name in names else name for handle, name in by_handle.items()}
    return changed

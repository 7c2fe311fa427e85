"""Who may see what somebody has played."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

from stammtisch.store.board_contract import KnownPerson
from stammtisch.store.contract import Store

NOBODY: Final = ""
MET: Final = "met"
ALL: Final = "all"
AUDIENCES: Final = (NOBODY, MET, ALL)  # to whom somebody may show what they have played; nobody, if they say nothing


@dataclass(frozen=True)
class Audience:
    """Whose games somebody may see, of the people who were asked about."""

    shown: Mapping[str, KnownPerson]  # how they are known; oneself always
    unshown: frozenset[str]  # who do not let the reader see them
    hidden: frozenset[str]  # whom the reader has blocked or the host has barred


async def audience_of(store: Store, reader: str, people: Collection[str]) -> Audience:
    """Return whose games a reader may see, with as many questions for all of these people as for one.

    Nobody is shown whom the reader has blocked or the host has barred, who has blocked the reader, or who was
    forgotten; others are shown as they have said.
    """
    hidden = (await store.blocked(reader) | await store.banned()) - {reader}
    known = await store.known_people(sorted({*people} - hidden), reader)
    to_the_met = any(one.shown_to == MET for one in known.values())
    met = await store.met(reader) if reader and to_the_met else frozenset()
    shown = {
        person: one
        for person, one in known.items()
        if person == reader or (not one.avoids and (one.shown_to == ALL or (one.shown_to == MET and person in met)))
    }
    return Audience(shown, frozenset(known.keys() - shown.keys()), frozenset(hidden))


async def may_see(store: Store, reader: str, person: str) -> bool:
    """Whether somebody may see what a person has played: the person always, with or without a name."""
    return reader == person or person in (await audience_of(store, reader, [person])).shown

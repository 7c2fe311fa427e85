"""Who may see what somebody has played."""

from __future__ import annotations

from typing import Final

from stammtisch.store.contract import Store

NOBODY: Final = ""
MET: Final = "met"
ALL: Final = "all"
AUDIENCES: Final = (NOBODY, MET, ALL)  # to whom somebody may show what they have played; nobody, if they say nothing


async def may_see(store: Store, viewer: str, person: str) -> bool:
    """Whether somebody may see what a person has played: the person always, others as the person has said."""
    if viewer == person:
        return True
    audience = await store.shown_to(person)
    if audience == NOBODY or viewer in await store.blocked(person):
        return False
    return audience == ALL or (bool(viewer) and await store.have_played(person, viewer))

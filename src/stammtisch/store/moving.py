"""Bring a house from one store into another: whole, as often as one likes, and never over another house."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from typing import Final

from stammtisch.errors import StammtischError
from stammtisch.store.archive import Archive, Extent, Register
from stammtisch.store.kept import Conflict

_TOGETHER: Final = 50  # tables that arrive in one transaction
Tell = Callable[[int, int], object]  # is told how many tables are there, of how many


@dataclass(frozen=True)
class Moved:
    """What a copy came to."""

    new: int  # tables that were not there
    renewed: int  # tables that had gone on since
    tables: int
    steps: int
    lines: int
    reviews: int
    people: int
    reports: int


async def is_empty(archive: Archive) -> bool:
    """Whether a store holds nothing yet; secrets alone are nothing, for a server makes them at once."""
    register = await archive.register()
    return not (await archive.extents() or register.people or register.reports or register.blocks or register.bars)


async def copy_house(source: Archive, target: Archive, tell: Tell) -> Moved:
    """Copy everything that is not there yet; what is interrupted goes on when it is done again.

    Raises:
        StammtischError: The target holds another house, or went on by itself; nothing of it is lost.
        OSError: One of them cannot be read or written.
    """
    here, there = await source.extents(), await target.extents()
    register = await source.register()
    await _refuse_another(register, target)
    _refuse_what_went_on(here, there, register, await target.register())
    await target.put_register(register)  # first of all, so that it is known whose tables they are
    wanted = [table_id for table_id, extent in here.items() if there.get(table_id) != extent]
    try:
        await _put(source, target, wanted, lambda done: tell(len(here) - len(wanted) + done, len(here)))
    except Conflict as conflict:
        raise StammtischError(f"the target went on by itself: {conflict}; nothing of it was changed") from conflict
    await _compare(here, register, target)
    return Moved(
        new=sum(table_id not in there for table_id in wanted),
        renewed=sum(table_id in there for table_id in wanted),
        tables=len(here),
        steps=sum(extent.steps for extent in here.values()),
        lines=sum(extent.lines for extent in here.values()),
        reviews=sum(extent.reviews for extent in here.values()),
        people=len(register.people),
        reports=len(register.reports),
    )


async def _put(source: Archive, target: Archive, wanted: list[str], tell: Callable[[int], object]) -> None:
    left, done = iter(wanted), 0
    tell(done)
    while some := list(islice(left, _TOGETHER)):
        await target.put(await source.wholes(some))
        done += len(some)
        tell(done)


async def _refuse_another(register: Register, target: Archive) -> None:
    """Make sure that a target is empty or the same house, which its secrets tell."""
    secrets = (await target.register()).secrets
    same = bool(secrets) and secrets.items() <= register.secrets.items()
    if not same and not await is_empty(target):
        raise StammtischError("the target holds another house; nothing was changed. Name an empty one")


def _refuse_what_went_on(here: dict[str, Extent], there: dict[str, Extent], ours: Register, theirs: Register) -> None:
    """Make sure that there is nothing at the target that would be lost."""
    ahead = [table for table, extent in there.items() if table not in here or extent.goes_beyond(here[table])]
    people = theirs.people.keys() - ours.people.keys()
    reports = {report.number for report in theirs.reports} - {report.number for report in ours.reports}
    if ahead or people or reports:
        more = f"{len(ahead)} tables, {len(people)} people and {len(reports)} reports"
        raise StammtischError(f"the target went on by itself: it is ahead by {more}; nothing was changed")


async def _compare(here: dict[str, Extent], ours: Register, target: Archive) -> None:
    """Make sure that everything has arrived."""
    theirs = await target.register()
    same = here == await target.extents() and ours.secrets == theirs.secrets
    numbers = [(len(one.people), len(one.blocks), len(one.bars), len(one.reports)) for one in (ours, theirs)]
    if not same or numbers[0] != numbers[1]:
        raise StammtischError("the target is not what was copied: something else writes to it; copy once more")

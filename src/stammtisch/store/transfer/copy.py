"""Bring a house from one store into another: whole, as often as one likes, and never over another house."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from typing import Final

from stammtisch.errors import StammtischError
from stammtisch.store.contract import Conflict
from stammtisch.store.keys import hash_of_person
from stammtisch.store.transfer.archive import Archive, HouseRecords, TableSize

_BATCH: Final = 50  # tables that arrive in one transaction
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
    results: int
    people: int
    reports: int


async def is_empty(archive: Archive) -> bool:
    """Whether a store holds nothing yet; secrets alone are nothing, for a server makes them at once."""
    records = await archive.house_records()
    people = records.people or records.reports or records.blocks or records.bans or records.signs
    return not (await archive.table_sizes() or people or records.acts)


async def copy_house(source: Archive, target: Archive, tell: Tell, batch: int = _BATCH) -> Moved:
    """Copy everything that is not there yet; what is interrupted goes on when it is done again.

    Args:
        source: What is copied.
        target: Where it goes.
        tell: Is told how far it is.
        batch: How many tables arrive in one transaction.

    Raises:
        StammtischError: The target holds another house, or went on by itself; nothing of it is lost.
        OSError: One of them cannot be read or written.
    """
    here, there = await source.table_sizes(), await target.table_sizes()
    records = await source.house_records()
    await _refuse_another(records, target)
    _refuse_what_went_on(here, there, records, await target.house_records())
    await target.write_house_records(records)  # first of all, so that it is known whose tables they are
    await target.forget_ratings()
    wanted = [table_id for table_id, size in here.items() if there.get(table_id) != size]
    try:
        await _put(source, target, wanted, lambda done: tell(len(here) - len(wanted) + done, len(here)), batch)
    except Conflict as conflict:
        raise StammtischError(f"the target went on by itself: {conflict}; nothing of it was changed") from conflict
    await _compare(here, records, target)
    return Moved(
        new=sum(table_id not in there for table_id in wanted),
        renewed=sum(table_id in there for table_id in wanted),
        tables=len(here),
        steps=sum(size.steps for size in here.values()),
        lines=sum(size.lines for size in here.values()),
        reviews=sum(size.reviews for size in here.values()),
        results=sum(size.results for size in here.values()),
        people=len(records.people),
        reports=len(records.reports),
    )


async def _put(source: Archive, target: Archive, wanted: list[str], tell: Callable[[int], object], batch: int) -> None:
    left, done = iter(wanted), 0
    tell(done)
    while some := list(islice(left, batch)):
        await target.write_tables(await source.read_tables(some))
        done += len(some)
        tell(done)


async def _refuse_another(records: HouseRecords, target: Archive) -> None:
    """Make sure that a target is empty or the same house, which a secret tells that both had at some time."""
    secrets = (await target.house_records()).secrets
    same = not set(secrets.values()).isdisjoint(records.secrets.values())
    if not same and not await is_empty(target):
        raise StammtischError("the target holds another house; nothing was changed. Name an empty one")


def _refuse_what_went_on(
    here: dict[str, TableSize], there: dict[str, TableSize], ours: HouseRecords, theirs: HouseRecords
) -> None:
    """Make sure that there is nothing at the target that would be lost."""
    ahead = [table for table, size in there.items() if table not in here or size.goes_beyond(here[table])]
    people = {
        person for person in theirs.people.keys() - ours.people.keys() if hash_of_person(person) not in ours.forgotten
    }
    reports = {report.number for report in theirs.reports} - {report.number for report in ours.reports}
    acts = set(theirs.acts) - set(ours.acts)
    tries = {one for one in theirs.tries - ours.tries if hash_of_person(one[2]) not in ours.forgotten}
    if ahead or people or reports or acts or tries:
        more = f"{len(ahead)} tables, {len(people)} people, {len(reports)} reports and {len(acts)} acts of hosts"
        more += f", and {len(tries)} tries at deals of the day" if tries else ""
        raise StammtischError(f"the target went on by itself: it is ahead by {more}; nothing was changed")


async def _compare(here: dict[str, TableSize], ours: HouseRecords, target: Archive) -> None:
    """Make sure that everything has arrived."""
    theirs = await target.house_records()
    same = here == await target.table_sizes() and ours.secrets == theirs.secrets
    numbers = [(len(one.people), len(one.blocks), len(one.bans), len(one.reports)) for one in (ours, theirs)]
    left = [(one.acts, one.forgotten, one.signs, one.tries, one.pars) for one in (ours, theirs)]
    if not same or numbers[0] != numbers[1] or left[0] != left[1]:
        raise StammtischError("the target is not what was copied: something else writes to it; copy once more")

"""`stammtisch doctor`: see whether everything that is kept is well."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

from rich.box import SIMPLE_HEAD
from rich.table import Table as Grid

from stammtisch.club.daily.deal import SECRET
from stammtisch.club.ratings.comparison import compare
from stammtisch.store.open import open_archive, open_store, shown_place, usual_place
from stammtisch.store.result_contract import GameResult
from stammtisch.store.transfer.archive import Archive, ArchivedTable
from stammtisch.terminal.commands.arguments import add_data
from stammtisch.terminal.commands.hosts.progress import progress, run_house
from stammtisch.terminal.commands.hosts.table_check import look_at
from stammtisch.terminal.play.screen import make_console

EXAMPLES: Final = """\
examples:
  stammtisch doctor
  stammtisch doctor --data house-of-today.db --json

  stammtisch doctor --mend

Every table is replayed by the rules of today and compared with its seed. Nothing is changed, unless --mend is given:
then finished games get the results that they lack.
The exit code is 0 for a house that is well, 1 if there are faults, 2 if it cannot be opened.
"""
_TOGETHER: Final = 20  # tables that are read at once
_SHOWN: Final = 30  # faults; --json has all


@dataclass
class HealthReport:
    """What was found in a house."""

    store: str
    tables: int = 0
    steps: int = 0
    replayed: int = 0
    apart: Counter[str] = field(default_factory=Counter)  # tables that were not, by reason
    stages: Counter[str] = field(default_factory=Counter)
    faults: list[tuple[str, str]] = field(default_factory=list)  # table, or nothing, and what is wrong
    warnings: list[tuple[str, str]] = field(default_factory=list)
    results: int = 0
    rated: int = 0  # results that ratings have counted
    missing: list[GameResult] = field(default_factory=list)  # results that finished games lack
    mended: int = 0  # of these, those that were added now

    def take(self, whole: ArchivedTable, secret: bytes = b"") -> None:
        """Look at one more table, of a house that has this secret for its deals of the day."""
        found = look_at(whole, secret)
        self.steps += len(whole.steps)
        self.stages[whole.stage] += 1
        self.replayed += found.replayed
        self.results += bool(whole.result)
        self.missing += [found.missing] if found.missing else []
        if found.apart:
            self.apart[found.apart] += 1
        self.faults += [(whole.id, fault) for fault in found.faults]
        self.warnings += [(whole.id, warning) for warning in found.warnings]


def add_arguments(parser: ArgumentParser) -> None:
    """Add what the command may be given."""
    parser.add_argument("--json", action="store_true", help="write JSON, for programs")
    parser.add_argument("--mend", action="store_true", help="add the results that finished games lack")
    add_data(parser)


def run(args: Namespace) -> int:
    """Look through everything, and show what was found; return 0 if all is well, 1 if there are faults.

    Raises:
        StammtischError: It cannot be opened.
    """
    report = run_house(_examine(args.data or usual_place(), mend=args.mend))
    if args.json:
        sys.stdout.write(f"{json.dumps(_as_json(report), indent=1, ensure_ascii=False)}\n")
    else:
        _show(report)
    return int(bool(report.faults))


async def _examine(data: str, *, mend: bool) -> HealthReport:
    archive, report = await open_archive(data), HealthReport(shown_place(data))
    try:
        with progress("tables") as tell:
            report.faults += [("", fault) for fault in await _deeper_faults(archive)]
            report.warnings += [("", warning) for warning in await archive.warnings()]
            report.warnings += await _half_forgotten(archive)
            secret = await _secret_of_days(archive)
            async for whole in _tables(archive, report):
                report.take(whole, secret)
                tell(sum(report.stages.values()), report.tables)
            await _compare_ratings(archive, report)
    finally:
        await archive.close()
    if mend and report.missing:
        await _mend(data, report)
    return report


async def _compare_ratings(archive: Archive, report: HealthReport) -> None:
    """Compute ratings anew, and compare them with those that are kept."""
    try:
        progress, moves = await archive.ratings()
        check = compare(progress, await archive.results(), moves)
    except OSError as error:
        report.faults.append(("", f"the ratings cannot be read: {error}"))
        return
    report.rated = check.counted
    report.faults += [("", check.fault)] if check.fault else []


async def _mend(data: str, report: HealthReport) -> None:
    """Add the results that are missing; a server may be there, and may be faster."""
    store = await open_store(data, alone=False)
    try:
        for result in report.missing:
            report.mended += await store.keep_result(result)
    finally:
        await store.close()


async def _deeper_faults(archive: Archive) -> list[str]:
    """Return what is wrong with the store itself, among it what cannot be read at all."""
    try:
        await archive.house_records()
        return await archive.faults()
    except OSError as error:
        return [str(error)]


async def _half_forgotten(archive: Archive) -> list[tuple[str, str]]:
    """Return that people were forgotten who are still named, if there are any."""
    try:
        left = len((await archive.house_records()).half_forgotten)
    except OSError:  # which is told already
        return []
    told = f"forgotten people who may still be named at tables: {left}; a server that runs goes on with it"
    return [("", told)] if left else []


async def _secret_of_days(archive: Archive) -> bytes:
    """Return what the deals of the day follow from; nothing where it cannot be read, or nobody has asked for one."""
    try:
        return (await archive.house_records()).secrets.get(SECRET, b"")
    except OSError:  # which is told already
        return b""


async def _tables(archive: Archive, report: HealthReport) -> AsyncIterator[ArchivedTable]:
    """Yield the tables that can be read, and note which cannot."""
    try:
        ids = list(await archive.table_sizes())
    except OSError as error:
        report.faults.append(("", f"the tables cannot be read: {error}"))
        return
    report.tables, left = len(ids), iter(ids)
    while some := list(islice(left, _TOGETHER)):
        for whole in await _read(archive, some, report):
            yield whole


async def _read(archive: Archive, ids: Sequence[str], report: HealthReport) -> list[ArchivedTable]:
    try:
        return await archive.read_tables(ids)
    except OSError as error:
        if len(ids) == 1:
            report.faults.append((ids[0], f"it cannot be read: {error}"))
            return []
    return [whole for one in ids for whole in await _read(archive, [one], report)]


def _as_json(report: HealthReport) -> dict[str, object]:
    return {
        "store": report.store,
        "healthy": not report.faults,
        "tables": report.tables,
        "steps": report.steps,
        "replayed": report.replayed,
        "not replayed": dict(report.apart),
        "stages": dict(report.stages),
        "results": report.results,
        "results counted": report.rated,
        "results missing": len(report.missing),
        "results mended": report.mended,
        "faults": [{"table": table, "fault": fault} for table, fault in report.faults],
        "warnings": [{"table": table, "warning": warning} for table, warning in report.warnings],
    }


def _show(report: HealthReport) -> None:
    console = make_console()
    console.print(report.store, soft_wrap=True)
    grid = Grid(box=SIMPLE_HEAD, show_header=False)
    grid.add_column()
    grid.add_column(justify="right")
    stages = ", ".join(f"{number} {stage}" for stage, number in sorted(report.stages.items()))
    grid.add_row(f"tables ({stages})" if stages else "tables", str(report.tables))
    grid.add_row("steps", str(report.steps))
    grid.add_row("replayed to the last step", str(report.replayed))
    for reason, number in sorted(report.apart.items()):
        grid.add_row(f"not replayed: {reason}", str(number))
    grid.add_row("results", str(report.results))
    grid.add_row("results that ratings have counted", str(report.rated))
    if report.missing:
        grid.add_row("results missing", str(len(report.missing)))
        grid.add_row("results mended", str(report.mended))
    grid.add_row("warnings", str(len(report.warnings)))
    grid.add_row("faults", str(len(report.faults)))
    console.print(grid)
    for kind, found in (("warning", report.warnings), ("fault", report.faults)):
        for table, text in found[:_SHOWN]:
            console.print(f"{kind}: {f'table {table}: ' if table else ''}{text}", soft_wrap=True)
        if len(found) > _SHOWN:
            console.print(f"… and {len(found) - _SHOWN} more; --json shows all")
    console.print("There are faults." if report.faults else "All is well.")

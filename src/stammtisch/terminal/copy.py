"""`stammtisch copy`: bring a house from one store into another."""

from __future__ import annotations

import sys
from argparse import Namespace

from stammtisch.errors import StammtischError
from stammtisch.store.moving import Moved, copy_house
from stammtisch.store.opening import open_archive, shown_place
from stammtisch.terminal.caretaking import progress, run_house


def run(args: Namespace) -> int:
    """Copy everything, and say what was copied.

    Raises:
        StammtischError: One of the stores cannot be used, or the target holds another house.
    """
    source, target = shown_place(args.source), shown_place(args.target)
    try:
        moved = run_house(_copy(args.source, args.target))
    except KeyboardInterrupt:
        sys.stderr.write("Interrupted. The same command goes on where it was.\n")
        raise
    sys.stdout.write(f"{source} was copied to {target}, which holds the same now:\n")
    sys.stdout.write(f"{told(moved)}\n")
    sys.stdout.write(f"{moved.new} tables were new there, and {moved.renewed} had gone on since they were copied.\n")
    return 0


async def _copy(source: str, target: str) -> Moved:
    if source == target:
        raise StammtischError("FROM and TO are the same")
    reading = await open_archive(source)
    try:
        filling = await open_archive(target, to_fill=True)
        try:
            with progress("tables") as tell:
                return await copy_house(reading, filling, tell)
        finally:
            await filling.close()
    finally:
        await reading.close()


def told(moved: Moved) -> str:
    """Return what a house holds, in words."""
    numbers = {
        "tables": moved.tables,
        "steps": moved.steps,
        "lines of chat": moved.lines,
        "reviews": moved.reviews,
        "people": moved.people,
        "reports": moved.reports,
    }
    return ", ".join(f"{number} {name}" for name, number in numbers.items())

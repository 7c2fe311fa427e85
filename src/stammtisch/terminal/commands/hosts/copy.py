"""`stammtisch copy`: bring a house from one store into another."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from typing import Final

from stammtisch.errors import StammtischError
from stammtisch.store.open import open_archive, shown_place
from stammtisch.store.transfer.copy import Moved, copy_house
from stammtisch.terminal.commands.hosts.progress import progress, run_house

EXAMPLES: Final = """\
examples:
  stammtisch copy club.db postgresql://stammtisch@db.example/house
  stammtisch copy postgresql://stammtisch@db.example/house club.db

Everything is copied: tables with their steps and chat, people, and the secrets that keep their links valid.
The house may be in use meanwhile; what goes on after the copy was begun comes with the next one. What is
interrupted goes on when the same command is given again. A target that holds another house is refused.
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Add what the command may be given."""
    parser.add_argument("source", metavar="FROM", help="a file, or postgresql://…")
    parser.add_argument("target", metavar="TO", help="a file, or postgresql://…; empty, or copied to before")


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
        "results": moved.results,
        "people": moved.people,
        "reports": moved.reports,
    }
    return ", ".join(f"{number} {name}" for name, number in numbers.items())

"""`stammtisch backup`: write all that is kept to a file, while the server runs."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Final

from stammtisch.store.open import shown_place, usual_place
from stammtisch.store.transfer.backup import back_up
from stammtisch.terminal.commands.arguments import add_data
from stammtisch.terminal.commands.hosts.progress import progress, run_house

EXAMPLES: Final = """\
examples:
  stammtisch backup house-of-today.db
  stammtisch backup house-of-today.db --data postgresql://stammtisch@db.example/house

The server goes on meanwhile. The backup is one file, a house by itself.
To look round in it, restore it to another place and serve that: bots and clocks go on in a house that is served.
"""
_MEGA = 1_000_000


def add_arguments(parser: ArgumentParser) -> None:
    """Add what the command may be given."""
    parser.add_argument("file", metavar="FILE", help="the backup, a file that is not there yet")
    parser.add_argument("--force", action="store_true", help="write over a file that is there")
    add_data(parser)


def run(args: Namespace) -> int:
    """Write the backup, and say how large it is.

    Raises:
        StammtischError: The store cannot be read, or the file is there already or cannot be written.
    """
    data, file = args.data or usual_place(), Path(args.file)
    run_house(_back_up(data, file, force=args.force))
    megabytes = file.stat().st_size / _MEGA
    sys.stdout.write(f"{shown_place(data)} is backed up in {file} ({megabytes:.1f} MB).\n")
    return 0


async def _back_up(data: str, file: Path, *, force: bool) -> None:
    with progress("backing up") as tell:
        await back_up(data, file, tell, force=force)

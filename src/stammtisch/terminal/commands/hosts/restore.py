"""`stammtisch restore`: bring a backup back."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Final

from stammtisch.store.open import shown_place, usual_place
from stammtisch.store.transfer.backup import restore
from stammtisch.terminal.commands.arguments import add_data
from stammtisch.terminal.commands.hosts.progress import progress, run_house

EXAMPLES: Final = """\
examples:
  stammtisch restore house-of-today.db
  stammtisch restore house-of-today.db --data postgresql://stammtisch@db.example/house

No server may have the house open. A file that holds something is only moved aside, and only with --force.
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Add what the command may be given."""
    parser.add_argument("file", metavar="FILE", help="the backup")
    parser.add_argument("--force", action="store_true", help="move a file aside that holds a house")
    add_data(parser)


def run(args: Namespace) -> int:
    """Bring it back, and say what has become of a house that was there.

    Raises:
        StammtischError: The file is no backup, something is kept at the place, or a server has it open.
    """
    data = args.data or usual_place()
    aside = run_house(_restore(Path(args.file), data, force=args.force))
    sys.stdout.write(f"{args.file} was brought back to {shown_place(data)}.\n")
    if aside:
        sys.stdout.write(f"What was there is in {aside}.\n")
    return 0


async def _restore(file: Path, data: str, *, force: bool) -> Path | None:
    with progress("restoring") as tell:
        return await restore(file, data, tell, force=force)

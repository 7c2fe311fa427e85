"""`stammtisch backup`: write all that is kept to a file, while the server runs."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from stammtisch.store.backup import back_up
from stammtisch.store.opening import shown_place, usual_place
from stammtisch.terminal.caretaking import progress, run_house

_MEGA = 1_000_000


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

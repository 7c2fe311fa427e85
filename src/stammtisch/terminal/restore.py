"""`stammtisch restore`: bring a backup back."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from stammtisch.store.backup import restore
from stammtisch.store.opening import shown_place, usual_place
from stammtisch.terminal.caretaking import progress, run_house


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

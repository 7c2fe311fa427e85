"""`stammtisch fair`: check that the deals of a game downloaded from a live table are those of its seed."""

from __future__ import annotations

import re
from argparse import Namespace
from pathlib import Path

from stammtisch.core.fair import deals_that_fit, fingerprint
from stammtisch.core.language import voice
from stammtisch.core.replay import replay
from stammtisch.errors import StammtischError
from stammtisch.terminal.files import read_text
from stammtisch.terminal.keeper import naming
from stammtisch.terminal.screen import make_console


def run(args: Namespace) -> int:
    """Say which hash must have been shown before the first deal, and how many deals are those of the seed.

    Raises:
        StammtischError: The file is no game of a live table.
    """
    path = Path(args.file)
    text = read_text(path)
    table_id, seed = _noted(path, text, "table"), _noted(path, text, "seed of the deal")
    if not re.fullmatch(r"[0-9a-f]{64}", seed):
        raise StammtischError(f"{path} names the seed {seed[:80]!r}; it may have 64 hexadecimal digits")
    with naming(path):
        table = replay(text)
    fitting, dealt = deals_that_fit(table, bytes.fromhex(seed), table_id)
    say, console = voice("stammtisch.terminal", args.lang), make_console()
    console.print(say("Before the first deal the table showed this hash, or the seed is another:"))
    console.print(fingerprint(bytes.fromhex(seed)), soft_wrap=True, highlight=False)
    console.print(say("{fitting} of {dealt} deals are those that the seed gives.", fitting=fitting, dealt=dealt))
    return 0 if fitting == dealt else 1


def _noted(path: Path, text: str, what: str) -> str:
    """Return what a comment of the transcript says."""
    found = re.search(rf"^# {what} (\S+)$", text, re.MULTILINE)
    if found is None:
        raise StammtischError(f"{path} names no {what}; it may be a game downloaded from a live table")
    return found[1]

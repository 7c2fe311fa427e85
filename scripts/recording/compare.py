"""What differs between two recordings."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from difflib import unified_diff
from pathlib import Path

_WIDEST = 200  # letters of a line that are shown


def compare(old: Path, new: Path, ignore: Sequence[str], skip: Sequence[str], most: int) -> int:
    """Print every file that differs, with the beginning of its difference; 1 if there is any."""
    for folder in (old, new):
        if not any(folder.rglob("*.txt")):
            sys.exit(f"golden: {folder} holds no recording")
    names = sorted({str(path.relative_to(root)) for root in (old, new) for path in root.rglob("*.txt")})
    names = [name for name in names if not any(name.startswith(start) for start in skip)]
    patterns = [re.compile(pattern) for pattern in ignore]
    differing = 0
    for name in names:
        before, after = (_lines(folder / name, patterns) for folder in (old, new))
        if before == after:
            continue
        differing += 1
        _show(name, before, after, most)
    sys.stdout.write(f"{differing} of {len(names)} files differ\n")
    return 1 if differing else 0


def _lines(path: Path, ignore: Sequence[re.Pattern[str]]) -> list[str] | None:
    if not path.exists():
        return None
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if not any(pattern.search(line) for pattern in ignore)]


def _show(name: str, before: list[str] | None, after: list[str] | None, most: int) -> None:
    if before is None or after is None:
        sys.stdout.write(f"{name}: only in the {'first' if after is None else 'second'}\n")
        return
    lines = list(unified_diff(before, after, f"a/{name}", f"b/{name}", lineterm="", n=1))
    for line in lines[:most]:
        sys.stdout.write(line[:_WIDEST] + "\n")
    if len(lines) > most:
        sys.stdout.write(f"… {len(lines) - most} more lines\n")

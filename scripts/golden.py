"""Record what users see and what is stored, and compare two recordings.

    python scripts/golden.py record DIR
    python scripts/golden.py compare A B [--ignore PATTERN] [--skip FOLDER] [--most LINES]

Whatever is installed beside the interpreter is recorded, so that one copy of this script serves every checkout:
`OTHER/.venv/bin/python scripts/golden.py record DIR`. Nothing of the server, the store or the terminal is imported:
they are spoken to by commands, HTTP, sockets and SQL, and may be rebuilt behind that.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from recording.compare import compare
from recording.folder import Folder
from recording.forms import record_forms
from recording.house import make_house
from recording.pages import record_pages
from recording.programs import record_programs
from recording.reviews import record_reviews
from recording.rules import record_rules
from recording.terminal import record_terminal


def main() -> int:
    """Record or compare; 1 if there is a difference."""
    parser = argparse.ArgumentParser("golden", description="Record what users see and what is stored, and compare.")
    add = parser.add_subparsers(dest="what", required=True).add_parser
    add("record", help="write a recording").add_argument("folder", type=Path, metavar="DIR")
    against = add("compare", help="show every difference of two recordings")
    against.add_argument("old", type=Path, metavar="A")
    against.add_argument("new", type=Path, metavar="B")
    against.add_argument("--ignore", action="append", default=[], metavar="PATTERN", help="lines that do not count")
    against.add_argument("--skip", action="append", default=[], metavar="FOLDER", help="files that do not count")
    against.add_argument("--most", type=int, default=20, metavar="LINES", help="lines shown of each file (20)")
    args = parser.parse_args()
    if args.what == "compare":
        return compare(args.old, args.new, args.ignore, args.skip, args.most)
    record(args.folder)
    return 0


def record(folder: Path) -> None:
    """Write a recording of everything; a folder that holds something is refused."""
    if folder.exists() and any(folder.iterdir()):
        sys.exit(f"golden: {folder} is not empty; it may be a new or an empty folder")
    out, begun = Folder(folder), time.monotonic()
    with tempfile.TemporaryDirectory() as place:
        house = make_house(Path(place), out)
        parts: dict[str, Callable[[], None]] = {
            "rules": lambda: record_rules(out),
            "pages": lambda: record_pages(house, out),
            "forms": lambda: record_forms(house, out),
            "reviews": lambda: record_reviews(house, out),
            "programs": lambda: record_programs(house, out),
            "terminal": lambda: record_terminal(house, out),
        }
        for name, part in parts.items():
            before = time.monotonic(), out.written
            part()
            _tell(f"{name}: {out.written - before[1]} files, {time.monotonic() - before[0]:.1f} s")
    _tell(f"{out.written} files in {folder}, {time.monotonic() - begun:.1f} s")


def _tell(line: str) -> None:
    sys.stderr.write(f"golden: {line}\n")


if __name__ == "__main__":
    sys.exit(main())

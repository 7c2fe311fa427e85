"""Try what was found on a checkout, each with its own interpreter, and print a row for each finding.

`python -m tests.web.attacks.findings FOLDER …`; without a folder it is the checkout from which it is called. A folder
is one in which `scripts/setup.sh` has made `.venv`. Everything goes over loopback, and is over within two minutes for
each.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.web.attacks.findings.tried import tried


def main() -> int:
    """Print a table with a column for each checkout; 1 if the last of them has something as it was found."""
    folders = [Path(name).absolute() for name in sys.argv[1:] or "."]
    names = ["here" if folder == Path.cwd() else folder.name for folder in folders]
    columns = []
    for folder in folders:
        with tempfile.TemporaryDirectory() as place:
            columns.append(tried(str(folder / ".venv" / "bin" / "python"), place))
    sys.stdout.write(f"| finding | tried | {' | '.join(names)} |\n|---|---|{'---|' * len(names)}\n")
    for row in zip(*columns, strict=True):
        seen = [f"{'as found' if one.as_found else 'mended'}: {one.told}" for one in row]
        sys.stdout.write(f"| {row[0].finding} | {row[0].tried} | {' | '.join(seen)} |\n")
    return int(any(one.as_found for one in columns[-1]))


if __name__ == "__main__":
    sys.exit(main())

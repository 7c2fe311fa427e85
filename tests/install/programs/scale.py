"""A search among settings, in the folder that is named, played on a cluster that is started here."""

from __future__ import annotations

import sys
from pathlib import Path

from stammtisch import cli


def main(out: Path) -> None:
    """Search."""
    wished = ("--vary", "spaces=1..3", "--goals", "minutes:min,balance:max", "--search", "2")
    command = ("study", "duel", *wished, "--games", "40", "--seed", "1", "--on", "ray", "--out", str(out))
    assert cli.main(command) == 0
    assert "<svg" in (out / "study.html").read_text(encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))

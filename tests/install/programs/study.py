"""A study with its page, in the folder that is named."""

from __future__ import annotations

import sys
from pathlib import Path

from stammtisch import cli


def main(out: Path) -> None:
    """Study."""
    command = ("study", "duel", "--games", "40", "--seed", "1", "--processes", "1", "--out", str(out))
    assert cli.main(command) == 0
    assert "<svg" in (out / "study.html").read_text(encoding="utf-8")


if __name__ == "__main__":  # games are played in processes, which read this file, too
    main(Path(sys.argv[1]))

"""Where a recording is written: one text file for each thing."""

from __future__ import annotations

import json
import re
from pathlib import Path


class Folder:
    """A folder of text files."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.written = 0

    def write(self, name: str, text: str) -> None:
        """Write a file that is not there yet.

        Raises:
            FileExistsError: Two things have the same name.
        """
        path = self._path / f"{re.sub(r'[^A-Za-z0-9._/-]+', '_', name)}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8") as file:
            file.write(text.rstrip("\n") + "\n")
        self.written += 1


def as_lines(value: object) -> str:
    """Return JSON with one value a line; the order of fields is kept, since people see it."""
    return json.dumps(value, indent=1, ensure_ascii=False)

"""The deals that are in no part yet: a line for each, written when it is over, so that none is ever lost."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Final, TextIO

from stammtisch.bots.arena.match import Taken
from stammtisch.errors import DatasetError

JOURNAL: Final = "journal.jsonl"

PlayedDeals = dict[int, tuple[Taken, ...]]  # by number of the deal: by game what its seats did


class Journal:
    """The file, open to be written."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / JOURNAL
        self._file: TextIO = self._path.open("a", encoding="utf-8", newline="\n")

    def add(self, deal: int, taken: tuple[Taken, ...]) -> None:
        """Write down a deal."""
        self._file.write(_line(deal, taken))
        self._file.flush()

    def keep(self, deals: Mapping[int, tuple[Taken, ...]]) -> None:
        """Forget all deals but these."""
        new = self._path.with_name(f".{JOURNAL}.new")
        new.write_text("".join(_line(*deal) for deal in deals.items()), encoding="utf-8", newline="\n")
        self._file.close()
        new.replace(self._path)
        self._file = self._path.open("a", encoding="utf-8", newline="\n")

    def close(self) -> None:
        """Close the file, and take it away if nothing is left in it."""
        self._file.close()
        if self._path.stat().st_size == 0:
            self._path.unlink()


def read_journal(folder: Path) -> PlayedDeals:
    """Return the deals that are in no part yet, in the order of their numbers; half a line counts for nothing.

    Raises:
        DatasetError: The file cannot be read.
    """
    path, found = folder / JOURNAL, PlayedDeals()
    try:
        lines = path.read_bytes().splitlines(keepends=True) if path.exists() else []
        for line in lines:
            if line.endswith(b"\n"):
                told = json.loads(line)
                found[told["deal"]] = tuple(tuple((seat, action) for seat, action in game) for game in told["games"])
    except OSError as error:
        raise DatasetError(f"cannot read {path}: {error.strerror}") from error
    except (ValueError, KeyError, TypeError) as error:
        raise DatasetError(f"{path} is damaged: {error!r}") from error
    return dict(sorted(found.items()))


def _line(deal: int, taken: tuple[Taken, ...]) -> str:
    return json.dumps({"deal": deal, "games": taken}, separators=(",", ":")) + "\n"

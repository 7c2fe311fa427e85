"""The folder of a study: what it is, the blocks that were played, and what was made of them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from stammtisch.errors import StudyError
from stammtisch.study.block import PlayedBlock
from stammtisch.study.game_record import GameRecord
from stammtisch.study.plan import StudyPlan

ABOUT: Final = "study.json"
BLOCKS: Final = "blocks.jsonl"


class StudyFolder:
    """Where a study is kept, and goes on from."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def seed(self) -> int | None:
        """Return the seed of the study that is there; nothing if there is none.

        Raises:
            StudyError: The folder cannot be read.
        """
        about = self._about()
        seed = (about or {}).get("seed")
        return seed if isinstance(seed, int) else None

    def open(self, plan: StudyPlan) -> None:
        """Make the folder a study's, or make sure that it is: nothing that lies there is touched.

        Raises:
            StudyError: It holds something else, or cannot be written.
        """
        wanted, about = plan.as_json(), self._about()
        if about is None:
            if self.path.exists() and not self.path.is_dir():
                raise StudyError(f"{self.path} is no folder; name another one with --out")
            if self.path.exists() and any(self.path.iterdir()):
                raise StudyError(f"{self.path} is not empty and holds no study; name another folder with --out")
            self.write(ABOUT, json.dumps(wanted, indent=1) + "\n")
            return
        for name, value in wanted.items():
            if about.get(name) != value:
                raise StudyError(
                    f"{self.path} holds another study: {_difference(name, about.get(name), value)}; "
                    "name another folder with --out"
                )

    def blocks(self) -> dict[tuple[int, int], PlayedBlock]:
        """Return the blocks that were played, by cell and number; half a line, left by somebody who was stopped, goes.

        Raises:
            StudyError: They cannot be read.
        """
        found, whole = dict[tuple[int, int], PlayedBlock](), 0
        path = self.path / BLOCKS
        try:
            data = path.read_bytes() if path.exists() else b""
            for line in data.splitlines(keepends=True):
                if not line.endswith(b"\n"):
                    with path.open("r+b") as file:
                        file.truncate(whole)
                    break
                row = json.loads(line)
                games = tuple(GameRecord.of_row(game) for game in row["games"])
                found[row["cell"], row["block"]] = PlayedBlock(row["cell"], row["block"], games)
                whole += len(line)
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise StudyError(f"cannot read {path}: {error}") from error
        return found

    def keep(self, block: PlayedBlock) -> None:
        """Add a block that was played.

        Raises:
            StudyError: It cannot be written.
        """
        row = {"cell": block.cell, "block": block.number, "games": [game.as_row() for game in block.games]}
        path = self.path / BLOCKS
        try:
            with path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row, separators=(",", ":")) + "\n")
        except OSError as error:
            raise StudyError(f"cannot write {path}: {error.strerror}") from error

    def write(self, name: str, text: str) -> Path:
        """Write a file in one stroke, with the folder if it is not there.

        Raises:
            StudyError: It cannot be written.
        """
        path = self.path / name
        new = path.with_name(f".{path.name}.new")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            new.write_text(text, encoding="utf-8", newline="\n")
            new.replace(path)
        except OSError as error:
            raise StudyError(f"cannot write {path}: {error.strerror}") from error
        return path

    def _about(self) -> Mapping[str, Any] | None:
        path = self.path / ABOUT
        try:
            if not path.exists():
                return None
            about = json.loads(path.read_text(encoding="utf-8"))
        except OSError as error:
            raise StudyError(f"cannot read {path}: {error.strerror}") from error
        except ValueError as error:
            raise StudyError(f"{path} is no study: {error}") from error
        if not isinstance(about, dict):
            raise StudyError(f"{path} is no study")
        return about


def _difference(name: str, there: object, here: object) -> str:
    """Say in what two studies differ."""
    if name == "cells":
        return "its options or bots are others"
    if name == "asked":
        return "it was asked something else by --skill, --without or --openings"
    if name == "sources":
        return "the code of the game or its net has changed since"
    if name == "stammtisch":
        return f"it was begun with version {there} of Stammtisch, and this is {here}"
    return f"its {name} is {there}, and not {here}"

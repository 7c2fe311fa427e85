"""Keep the games of a match while it is played: in a journal at once, in Parquet files part by part."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Self

from stammtisch.bots.arena.match import Deal, Match
from stammtisch.bots.processes.match_workers import MatchWorkers
from stammtisch.datasets.about import ABOUT, DatasetAbout
from stammtisch.datasets.journal import Journal, PlayedDeals
from stammtisch.datasets.parts import write_part
from stammtisch.datasets.traced_game import GameTracer
from stammtisch.errors import DatasetError


def save_games(match: Match, deals: int, folder: str | Path, processes: int | None = None) -> Iterator[Deal]:
    """Play a match and keep every game; yield the deals as they are finished.

    Whoever stops to ask for more, or is stopped by Ctrl-C, has kept what was played.

    Args:
        match: What is played.
        deals: How many deals, each with every rotation of the lineup.
        folder: Where it is kept; nothing may be in it.
        processes: How many play at once; one for each core if it is not given.

    Raises:
        DatasetError: The folder is not empty, or cannot be written.
        FeatureError: Nobody has written down how to observe the game in numbers.
    """
    with DatasetWriter(Path(folder), match, deals) as kept, MatchWorkers(processes or os.cpu_count() or 1) as workers:
        for deal in workers.play(((match, number) for number in range(deals)), keeps=True):
            kept.add(deal)
            yield replace(deal, taken=())


class DatasetWriter:
    """A data set that is made: deals come in any order, and a part is written when none of its deals is missing."""

    def __init__(self, folder: Path, match: Match, deals: int) -> None:
        """Begin it, which may compile.

        Raises:
            DatasetError: The folder is not empty, or cannot be written.
            FeatureError: Nobody has written down how to observe the game in numbers.
        """
        self._folder = folder
        self._about = DatasetAbout.of(match, deals)
        self._tracer = GameTracer(match)
        self._open = PlayedDeals()  # deals that are in no part yet
        self._come = Counter[int]()  # by part: its deals that have come, those with a fault among them
        with _written(folder):
            require_empty(folder)
            folder.mkdir(parents=True, exist_ok=True)
            (folder / ABOUT).write_text(self._about.text, encoding="utf-8", newline="\n")
            self._journal = Journal(folder)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def add(self, deal: Deal) -> None:
        """Keep a deal; one with a fault counts for nothing.

        Raises:
            DatasetError: It cannot be written.
        """
        part = deal.number // self._about.deals_of_part
        if deal.fault is None:
            self._open[deal.number] = deal.taken
            with _written(self._folder):
                self._journal.add(deal.number, deal.taken)
        self._come[part] += 1
        if self._come[part] == len(self._deals_of(part)):
            self._write(part)

    def close(self) -> None:
        """Write the parts that are not complete.

        Raises:
            DatasetError: They cannot be written; what is missing in them is in the journal.
        """
        try:
            for part in sorted({deal // self._about.deals_of_part for deal in self._open}):
                self._write(part)
        finally:
            with _written(self._folder):
                self._journal.close()

    def _deals_of(self, part: int) -> range:
        first = part * self._about.deals_of_part
        return range(first, min(first + self._about.deals_of_part, self._about.deals))

    def _write(self, part: int) -> None:
        deals = [deal for deal in self._deals_of(part) if deal in self._open]
        if not deals:
            return
        games = (game for deal in deals for game in self._tracer.trace_deal(deal, self._open[deal]))
        write_part(self._folder, self._about, part, games)
        self._open = {deal: taken for deal, taken in self._open.items() if deal not in deals}
        with _written(self._folder):
            self._journal.keep(self._open)


def require_empty(folder: Path) -> None:
    """Refuse a folder in which something is, before anything is played.

    Raises:
        DatasetError: It is not empty, or no folder.
    """
    if folder.exists() and not folder.is_dir():
        raise DatasetError(f"{folder} is no folder; name another one with --save")
    if folder.exists() and any(folder.iterdir()):
        raise DatasetError(f"{folder} is not empty; name another folder with --save")


@contextmanager
def _written(folder: Path) -> Iterator[None]:
    """Say in one sentence what cannot be written."""
    try:
        yield
    except OSError as error:
        raise DatasetError(f"cannot write {folder}: {error.strerror}") from error

"""Read kept games as NumPy arrays, piece by piece: what each seat saw, what it might do, what it did, what it got."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stammtisch.datasets.about import DatasetAbout
from stammtisch.datasets.journal import PlayedDeals, read_journal
from stammtisch.datasets.parts import GAMES, ROWS, columns_of, grouped, part_path, read_groups
from stammtisch.datasets.traced_game import GameTracer, SavedGame
from stammtisch.errors import DatasetError


@dataclass(frozen=True, eq=False)
class DecisionRows:
    """Arrays with a row for each decision; those of a game follow one another as they were taken."""

    deal: NDArray[np.int64]
    game: NDArray[np.int64]
    seed: NDArray[np.int64]  # of NATURE
    step: NDArray[np.int32]
    seat: NDArray[np.int8]
    bot: NDArray[np.int8]  # its place among the bots
    ways: NDArray[np.int16]  # how many actions were legal
    action: NDArray[np.int16]
    next: NDArray[np.int32]  # how many rows further the same seat decides again; 0 where it never does
    last: NDArray[np.bool_]  # whether it never does
    win: NDArray[np.float32]  # what the seat got at the end, by each reward
    score: NDArray[np.float32]
    rank: NDArray[np.float32]
    worth: NDArray[np.int64]  # how the seat stood at the end, as bots count it
    observation: NDArray[np.int8]
    action_mask: NDArray[np.int8]

    def __len__(self) -> int:
        """Return how many decisions there are."""
        return len(self.action)

    @property
    def following(self) -> NDArray[np.int64]:
        """Where the same seat decides next, by row; the row itself where it never does."""
        return np.arange(len(self)) + self.next


class SavedGames:
    """A data set: iterate over it for its decisions, in pieces of whole games."""

    def __init__(self, folder: Path, about: DatasetAbout) -> None:
        self.about = about
        self._folder = folder

    @property
    def bots(self) -> tuple[str, ...]:
        """The bots by name, as `bot` of the decisions numbers them."""
        return self.about.match.bots

    def __iter__(self) -> Iterator[DecisionRows]:
        """Yield the decisions, deal by deal, in pieces of some ten thousand.

        Raises:
            DatasetError: A file cannot be read.
        """
        for source in self._sources(ROWS):
            if isinstance(source, list):
                yield _joined(source[0].rows.keys(), [game.rows for game in source])
            else:
                yield DecisionRows(**columns_of(source, self.bots))

    def all(self) -> DecisionRows:
        """Return all decisions at once, which must fit into memory.

        Raises:
            DatasetError: A file cannot be read, or there are none.
        """
        pieces = list(self)
        if not pieces:
            raise DatasetError(f"{self._folder} holds no games yet")
        return _joined([field.name for field in fields(DecisionRows)], [vars(piece) for piece in pieces])

    def games(self) -> Iterator[SavedGame]:
        """Yield the games, deal by deal.

        Raises:
            DatasetError: A file cannot be read.
        """
        for source in self._sources(GAMES):
            yield from _games_in(source)

    def transcript(self, game: int) -> str:
        """Return a game as text, by its number.

        Raises:
            DatasetError: There is no such game.
        """
        rotations = len(self.about.match.rotations)
        part = game // rotations // self.about.deals_of_part
        for source in self._sources(GAMES, range(part, part + 1)):
            for found in _games_in(source):
                if found.game == game:
                    return found.transcript
        raise DatasetError(f"{self._folder} has no game {game}")

    def _sources(self, kind: str, parts: range | None = None) -> Iterator[Any]:
        """Yield what parts hold: tables of Arrow, or lists of games that are only in the journal."""
        journal = read_journal(self._folder)  # before any part: what goes from one to the other is seen in both
        tracer: GameTracer | None = None
        for part in range(self.about.parts) if parts is None else parts:
            path = part_path(self._folder, kind, part)
            if path.exists():
                yield from read_groups(path, self.about)
            elif deals := self._of_part(journal, part):
                tracer = tracer or GameTracer(self.about.match)
                yield from grouped(game for deal in deals.items() for game in tracer.trace_deal(*deal))

    def _of_part(self, deals: PlayedDeals, part: int) -> PlayedDeals:
        return {deal: taken for deal, taken in deals.items() if deal // self.about.deals_of_part == part}


def load_games(folder: str | Path) -> SavedGames:
    """Return the games that `stammtisch arena --save` keeps in a folder, while it plays or later.

    Raises:
        DatasetError: The folder holds no data set, or one of another version of the game or of its observations.
        UnknownGame: The game is not installed.
    """
    return SavedGames(Path(folder), DatasetAbout.read(Path(folder)))


def _joined(names: Iterable[str], parts: Sequence[Mapping[str, NDArray[Any]]]) -> DecisionRows:
    return DecisionRows(**{name: np.concatenate([part[name] for part in parts]) for name in names})


def _games_in(source: Any) -> Iterator[SavedGame]:
    if isinstance(source, list):
        yield from (traced.game for traced in source)
    else:
        for line in source.to_pylist():
            kept: dict[str, Any] = {
                name: tuple(value) if isinstance(value, list) else value for name, value in line.items()
            }
            yield SavedGame(**kept)

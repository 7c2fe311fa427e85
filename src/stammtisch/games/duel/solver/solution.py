"""Perfect play of the duel, looked up: computed once for each board and kept on disk."""

from __future__ import annotations

import hashlib
import os
import time
import zipfile
import zlib
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from typing import Final

import numpy as np

from stammtisch.games.duel import rules
from stammtisch.games.duel.rules import LANES, Options
from stammtisch.games.duel.solver import equilibrium, matrix_games, rounds
from stammtisch.games.duel.solver.equilibrium import Equilibrium, Progress, find_equilibrium, worth_of_ends
from stammtisch.games.duel.solver.matrix_games import Floats
from stammtisch.games.duel.solver.rounds import ORDERS, Position, ends_of, positions_of, queens_of
from stammtisch.kernel.compiler.cache_folder import cache_root

_DAYS_KEPT: Final = 30
_SOURCES: Final = (rules, rounds, matrix_games, equilibrium)


@dataclass(frozen=True)
class Plan:
    """How to play a round with a certain queen, or with none."""

    value: float  # the bluffer's chance to win the game
    hiding: tuple[float, ...]  # by lane: how often the red tile lies there
    turning: dict[tuple[int, ...], float]  # how often the guesser turns the lanes in this order


@dataclass(frozen=True)
class Solution:
    """Perfect play on one board. Lanes are given as the bluffer sees them: above 0 is nearer to the bluffer."""

    options: Options
    found: Equilibrium

    @cached_property
    def _index(self) -> dict[Position, int]:
        return {position: number for number, position in enumerate(positions_of(self.options))}

    @cached_property
    def _ends(self) -> Floats:
        return worth_of_ends(self.found.values.max(axis=1))

    def value(self, lanes: Position) -> float:
        """Return the bluffer's chance to win."""
        return float(self.found.values[self._index[tuple(sorted(lanes))]].max())

    def plan(self, lanes: Position, queen: int) -> Plan:
        """Return how to play a round that begins so, with the queen in this lane; NONE in the base game."""
        by_place = sorted(range(LANES), key=lambda lane: lanes[lane])
        at = self._index[tuple(sorted(lanes))], by_place.index(queen) if queen >= 0 else 0
        hiding, turning = self.found.hiding[at].tolist(), self.found.turning[at].tolist()
        return Plan(
            float(self.found.values[at]),
            tuple(hiding[by_place.index(lane)] for lane in range(LANES)),
            {tuple(by_place[place] for place in ORDERS[k]): part for k, part in enumerate(turning) if part},
        )

    def plans(self, lanes: Position) -> dict[int, Plan]:
        """Return how to play a round that begins so, by queen."""
        return {queen: self.plan(lanes, queen) for queen in queens_of(self.options)}

    def payoffs(self, lanes: Position, queen: int) -> Floats:
        """Return the bluffer's chance to win, by lane of the red tile and order of turning, if all is perfect then."""
        return self._ends[ends_of(lanes, queen, self.options, self._index)]


_Known = dict[tuple[int, int], Solution]  # by `royal` and `spaces`
_IN_MEMORY: Final[_Known] = {}


def find_solution(o: Options, progress: Progress = lambda _: None, known: _Known = _IN_MEMORY) -> Solution:
    """Return perfect play for these options: from memory, from the disk, or computed now and kept."""
    key = o.royal, o.spaces
    if key not in known:
        path = _place(o)
        found = _read(path)
        if found is None:
            found = find_equilibrium(o, progress)
            _write(path, found)
        known[key] = Solution(o, found)
    progress(1.0)
    return known[key]


def _place(o: Options) -> Path:
    """Return the file for these options and sources; whatever they lead to may differ with the version of NumPy."""
    digest = hashlib.sha256(f"{rules.VERSION} {version('numpy')}".encode())
    for module in _SOURCES:
        assert module.__file__ is not None, "sources live in files"
        digest.update(Path(module.__file__).read_bytes())
    return cache_root() / f"duel_{'royal' if o.royal else 'base'}_{o.spaces}_{digest.hexdigest()[:16]}.npz"


def _read(path: Path) -> Equilibrium | None:
    """Return what a file holds; nothing if there is none, or if it is damaged."""
    try:
        with path.open("rb") as file, np.load(file) as kept:  # which leaves a damaged file open
            return Equilibrium(*(kept[field] for field in Equilibrium._fields))
    except (OSError, EOFError, KeyError, ValueError, zipfile.BadZipFile, zlib.error):
        return None


def _write(path: Path, found: Equilibrium) -> None:
    """Keep a solution, whole or not at all, and let old ones go; a full disk is no reason to stop."""
    new = path.with_name(f".{path.name}.{os.getpid()}.new")
    with suppress(OSError):
        for old in path.parent.glob(f"{path.stem.rpartition('_')[0]}_*.npz"):
            if old.stat().st_mtime < time.time() - _DAYS_KEPT * 86400:
                old.unlink(missing_ok=True)
        try:
            with new.open("wb") as file:
                np.savez_compressed(file, **found._asdict())
            new.replace(path)
        finally:
            new.unlink(missing_ok=True)

"""What a study plays: cells, each a game with its options and bots, all with the same deals."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from importlib.metadata import version
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any, Final, cast

from stammtisch.bots.arena.lineups import Lineup
from stammtisch.bots.arena.match import Match
from stammtisch.bots.levels import usable_net
from stammtisch.core.game import Game, find_game
from stammtisch.errors import OptionError, StudyError

FORMAT: Final = 2  # grows when what is kept of a game, or how it is played, changes its meaning
REPEATS: Final = 2  # games of a deal where all bots are the same; so the same deal can be compared with itself
MOST_CELLS: Final = 64


@dataclass(frozen=True)
class Cell:
    """One game with its options and bots."""

    match: Match
    varied: tuple[tuple[str, object], ...]  # what tells it from other cells: options and their values, as JSON

    @property
    def seats(self) -> int:
        """How many sit at the table."""
        return len(self.match.lineup)

    @property
    def lineups(self) -> list[Lineup]:
        """Who sits where in each game of a deal: every rotation, or the same several times where there is only one."""
        turned = self.match.rotations
        return turned if len(turned) > 1 else turned * REPEATS


@dataclass(frozen=True)
class StudyPlan:
    """Everything that fixes the results of a study, but how long it goes on."""

    game: Game
    cells: tuple[Cell, ...]
    seed: int
    command: str  # that gives the same cells and deals
    sources: str  # digest of the game's code and net

    def as_json(self) -> dict[str, Any]:
        """Return what a folder is known by."""
        return {
            "format": FORMAT,
            "stammtisch": version("stammtisch"),
            "game": self.game.NAME,
            "version": self.game.rules.VERSION,
            "sources": self.sources,
            "seed": self.seed,
            "cells": [{"options": cell.match.options, "bots": list(cell.match.lineup)} for cell in self.cells],
        }


def make_plan(
    game: Game | str,
    choices: Mapping[str, object],
    vary: Mapping[str, Sequence[object]],
    bots: Sequence[str],
    seed: int,
) -> StudyPlan:
    """Return the plan of a study: a cell for each combination of what is varied.

    Args:
        game: A game, or its name.
        choices: The options that are the same in all cells and differ from their defaults.
        vary: Options, each with the values that are compared; the first ones are what the others are compared with.
        bots: Who plays; the last one named takes all seats that are left.
        seed: Of all deals and choices.

    Raises:
        StammtischError: A game, an option, a bot or the seed cannot be had, or something is given twice.
    """
    known = find_game(game) if isinstance(game, str) else game
    for name, values in vary.items():
        if name in choices:
            raise OptionError(f"the option {name!r} is given by -o and by --vary; it may be given once")
        if not values:
            raise OptionError(f"the option {name!r} is varied over nothing; it may be {name}=a,b")
    combinations = [dict(zip(vary, values, strict=True)) for values in product(*vary.values())]
    if len(combinations) > MOST_CELLS:
        raise StudyError(f"cells are {len(combinations)}; there may be 1 to {MOST_CELLS}")
    matches = [Match.of(known, bots, {**choices, **combination}, seed) for combination in combinations]
    cells = tuple(Cell(match, tuple((name, match.options[name]) for name in vary)) for match in matches)
    if len(set(matches)) < len(matches):
        raise OptionError("a value is varied twice; each may be given once")
    return StudyPlan(known, cells, seed, _command(known, choices, vary, bots, seed), _sources(known))


def _sources(game: Game) -> str:
    """Return a digest of what decides how a game is played: its folder's code, but not its words, and its net."""
    digest, rules = sha256(), cast(ModuleType, game.rules)
    assert rules.__file__ is not None, "rules live in a file"
    folder = Path(rules.__file__).parent
    for path in sorted(folder.rglob("*.py")):
        if "words" not in path.relative_to(folder).with_suffix("").parts:
            digest.update(path.name.encode() + path.read_bytes())
    if net := usable_net(game):
        for part in (net.shape, net.weights, net.numbers):
            digest.update(part.tobytes())
    return digest.hexdigest()[:16]


def _command(
    game: Game,
    choices: Mapping[str, object],
    vary: Mapping[str, Sequence[object]],
    bots: Sequence[str],
    seed: int,
) -> str:
    words = ["stammtisch", "study", game.NAME]
    for name, value in choices.items():
        words += ["-o", f"{name}={_typed(value)}"]
    for name, values in vary.items():
        words += ["--vary", f"{name}={','.join(map(_typed, values))}"]
    return shlex.join([*words, "--bots", ",".join(bots), "--seed", str(seed)])


def _typed(value: object) -> str:
    """Return a value as it is typed."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))

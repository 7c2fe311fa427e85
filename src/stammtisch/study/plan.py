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
from stammtisch.bots.levels import EASY, usable_net
from stammtisch.core.game import Game, find_game
from stammtisch.errors import OptionError, StudyError
from stammtisch.study.experiments.experiment import USUAL, Experiment

FORMAT: Final = 2  # grows when what is kept of a game, or how it is played, changes its meaning
REPEATS: Final = 2  # games of a deal where all bots are the same; so the same deal can be compared with itself
MOST_CELLS: Final = 64


@dataclass(frozen=True)
class Cell:
    """One game with its options and bots."""

    match: Match
    varied: tuple[tuple[str, object], ...]  # what tells it from other cells: options and their values, as JSON
    every_turn: bool = False  # play every rotation, equal ones too, so that games are paired with those of other bots
    drawn: bool = False  # draw each seat's first decision at random

    @property
    def seats(self) -> int:
        """How many sit at the table."""
        return len(self.match.lineup)

    @property
    def lineups(self) -> list[Lineup]:
        """Who sits where in each game of a deal: every rotation, or the same several times where there is only one."""
        if self.every_turn:
            lineup = self.match.lineup
            return [lineup[-turn:] + lineup[:-turn] for turn in range(self.seats)]
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
    asked: Experiment = USUAL

    def as_json(self) -> dict[str, Any]:
        """Return what a folder is known by."""
        return {
            "format": FORMAT,
            "stammtisch": version("stammtisch"),
            "game": self.game.NAME,
            "version": self.game.rules.VERSION,
            "sources": self.sources,
            "seed": self.seed,
            "asked": self.asked.as_json(),
            "cells": [{"options": cell.match.options, "bots": list(cell.match.lineup)} for cell in self.cells],
        }


def make_plan(
    game: Game | str,
    choices: Mapping[str, object],
    vary: Mapping[str, Sequence[object]],
    bots: Sequence[str] | None,
    seed: int,
    asked: Experiment = USUAL,
) -> StudyPlan:
    """Return the plan of a study: a cell for each combination of what is varied.

    Args:
        game: A game, or its name.
        choices: The options that are the same in all cells and differ from their defaults.
        vary: Options, each with the values that are compared; the first ones are what the others are compared with.
        bots: Who plays, easy ones if nothing is said; the last one named takes all seats that are left.
        seed: Of all deals and choices.
        asked: What is asked beyond the usual.

    Raises:
        StammtischError: A game, an option, a bot or the seed cannot be had, or something is given twice.
    """
    known = find_game(game) if isinstance(game, str) else game
    asked.require_sound(bots)
    lineup = bots or (EASY,)
    for name, values in vary.items():
        if name in choices:
            raise OptionError(f"the option {name!r} is given by -o and by --vary; it may be given once")
        if not values:
            raise OptionError(f"the option {name!r} is varied over nothing; it may be {name}=a,b")
    combinations = [dict(zip(vary, values, strict=True)) for values in product(*vary.values())]
    if (number := len(combinations) * max(asked.lines, 1)) > MOST_CELLS:
        raise StudyError(f"cells are {number}; there may be 1 to {MOST_CELLS}")
    matches = [Match.of(known, lineup, {**choices, **combination}, seed) for combination in combinations]
    cells = tuple(Cell(match, tuple((name, match.options[name]) for name in vary)) for match in matches)
    if len(set(matches)) < len(matches):
        raise OptionError("a value is varied twice; each may be given once")
    cells = tuple(one for cell in cells for one in asked.cells(cell))
    command = shlex.join([*_command(known, choices, vary, None if asked.skill else lineup, seed), *asked.words])
    return StudyPlan(known, cells, seed, command, _sources(known), asked)


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
    bots: Sequence[str] | None,
    seed: int,
) -> list[str]:
    words = ["stammtisch", "study", game.NAME]
    for name, value in choices.items():
        words += ["-o", f"{name}={_typed(value)}"]
    for name, values in vary.items():
        words += ["--vary", f"{name}={','.join(map(_typed, values))}"]
    if bots:
        words += ["--bots", ",".join(bots)]
    return [*words, "--seed", str(seed)]


def _typed(value: object) -> str:
    """Return a value as it is typed."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))

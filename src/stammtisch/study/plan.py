"""What a study plays: cells, each a game with its options and bots, all with the same deals."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
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
from stammtisch.study.experiments.experiment import AND, BOTS, USUAL, Experiment
from stammtisch.study.goals.goal import Goal, read_goals

FORMAT: Final = 4  # grows when what is kept of a game, or how it is played, changes its meaning
REPEATS: Final = 2  # games of a deal where all bots are the same; so the same deal can be compared with itself
MOST_CELLS: Final = 64  # that are all played,
MOST_SEARCHED: Final = 4096  # or among which some are looked for
GAME: Final = "game"  # what may be varied beside options and bots: which game it is, such as a variant in a package


@dataclass(frozen=True)
class NamedValue:
    """A value that is varied and has no short form, such as a board, with what people call it."""

    name: str
    value: object


@dataclass(frozen=True)
class Cell:
    """One game with its options and bots."""

    match: Match
    varied: tuple[tuple[str, object], ...]  # what tells it from other cells: options and the like, and their values
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

    games: tuple[Game, ...]  # of the cells, each once
    cells: tuple[Cell, ...]
    seed: int
    command: str  # that gives the same cells and deals
    sources: str  # digest of the code and nets of the games
    asked: Experiment = USUAL
    goals: tuple[Goal, ...] = ()  # by which cells are compared
    sizes: tuple[int, ...] = ()  # how many values each thing that is varied has: cells are all of their combinations

    @property
    def game(self) -> Game:
        """The game that is studied; of several the one with which others are compared."""
        return self.games[0]

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
            "cells": [
                {"game": cell.match.game, "options": cell.match.options, "bots": list(cell.match.lineup)}
                for cell in self.cells
            ],
        }


def make_plan(
    game: Game | str,
    choices: Mapping[str, object],
    vary: Mapping[str, Sequence[object]],
    bots: Sequence[str] | None,
    seed: int,
    asked: Experiment = USUAL,
    *,
    goals: Sequence[str] = (),
    trials: int | None = None,
) -> StudyPlan:
    """Return the plan of a study: a cell for each combination of what is varied.

    Args:
        game: A game, or its name.
        choices: The options that are the same in all cells and differ from their defaults.
        vary: Options, each with the values that are compared; the first ones are what the others are compared with.
            Beside options it may be `bots`, such as "easy" or "normal+easy", and `game`: names of games.
        bots: Who plays if that is not varied, easy ones if nothing is said; the last one named takes all seats that
            are left.
        seed: Of all deals and choices.
        asked: What is asked beyond the usual.
        goals: By which cells are compared, such as "minutes:40".
        trials: How many cells a search plays, if not all are played.

    Raises:
        StammtischError: A game, a goal, an option, a bot or the seed cannot be had, or something is given twice.
    """
    known = find_game(game) if isinstance(game, str) else game
    asked.require_sound(bots)
    _require_sound(known, choices, vary, bots)
    wished = read_goals(goals)
    _require_together(asked, wished, vary, trials)
    combinations = [dict(zip(vary, values, strict=True)) for values in product(*vary.values())]
    most = MOST_SEARCHED if trials else MOST_CELLS
    if (number := len(combinations) * max(asked.lines, 1)) > most:
        raise StudyError(f"cells are {number}; there may be 1 to {most}")
    lineup = bots or (EASY,)
    cells = [_cell(known, choices, combination, lineup, seed) for combination in combinations]
    if len({cell.match for cell in cells}) < len(cells):
        raise OptionError("a value is varied twice; each may be given once")
    names = dict.fromkeys(cell.match.game for cell in cells)
    games = tuple(known if name == known.NAME else find_game(name) for name in names)
    words = _command(known, choices, vary, None if asked.skill or BOTS in vary else lineup, seed)
    words += [*asked.words, *(("--goals", ",".join(goal.text for goal in wished)) if wished else ())]
    command = shlex.join([*words, *(("--search", str(trials)) if trials else ())])
    played = tuple(one for cell in cells for one in asked.cells(cell))
    return StudyPlan(games, played, seed, command, _sources(games), asked, wished, tuple(map(len, vary.values())))


def _require_together(
    asked: Experiment, goals: Sequence[Goal], vary: Mapping[str, Sequence[object]], trials: int | None
) -> None:
    """Refuse what does not go together.

    Raises:
        StudyError: It is so.
    """
    if asked.lines and (goals or BOTS in vary):
        raise StudyError("goals or varied bots are given together with skill or without; a study has one of them")
    if (goals or trials) and all(len(values) == 1 for values in vary.values()):
        raise StudyError("goals compare settings, and nothing is varied; name what may differ with --vary")
    if trials and not goals:
        raise StudyError("a search needs a goal; name one with --goals, such as minutes:40")


def _require_sound(
    game: Game, choices: Mapping[str, object], vary: Mapping[str, Sequence[object]], bots: Sequence[str] | None
) -> None:
    """Refuse what is given twice, or varied over nothing.

    Raises:
        OptionError: It is so.
    """
    for name, values in vary.items():
        if name in choices:
            raise OptionError(f"the option {name!r} is given by -o and by --vary; it may be given once")
        if not values:
            raise OptionError(f"the option {name!r} is varied over nothing; it may be {name}=a,b")
    if bots and BOTS in vary:
        raise OptionError("bots are given by --bots and by --vary; they may be given once")
    if GAME in vary and vary[GAME][0] != game.NAME:
        raise OptionError(f"the first game is {vary[GAME][0]}; it may be {game.NAME}, which is studied")


def _cell(
    game: Game, choices: Mapping[str, object], combination: Mapping[str, object], bots: Sequence[str], seed: int
) -> Cell:
    values = {name: value.value if isinstance(value, NamedValue) else value for name, value in combination.items()}
    lineup = str(values.pop(BOTS)).split(AND) if BOTS in values else bots
    played = find_game(str(values.pop(GAME))) if GAME in values else game
    match = Match.of(played, lineup, {**choices, **values}, seed)
    shown = {name: match.options.get(name, combination[name]) for name in combination}
    shown |= {name: value.name for name, value in combination.items() if isinstance(value, NamedValue)}
    return Cell(match, tuple(shown.items()))


@cache
def code_of(game: str) -> str:
    """Return what must be the same wherever a game is played: the version of Stammtisch, and the game's code."""
    return f"{version('stammtisch')} {_sources([find_game(game)])}"


def _sources(games: Iterable[Game]) -> str:
    """Return a digest of what decides how games are played: the code of their folders, but words, and their nets."""
    digest = sha256()
    for game in games:
        rules = cast(ModuleType, game.rules)
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
    if isinstance(value, NamedValue):
        return f"{value.name}={_typed(value.value)}"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))

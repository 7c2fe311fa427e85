"""Many random games at once, compiled, on every core."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from types import ModuleType
from typing import Final, cast

import numpy as np

from stammtisch.bots.processes.cores import all_cores
from stammtisch.core.game import Game, find_game
from stammtisch.core.nature import SeededNature
from stammtisch.core.options import make_options
from stammtisch.kernel.compile import driver
from stammtisch.kernel.record import Words

NO_LIMIT: Final = 1 << 62
_SHARE: Final = 256  # games that one thread takes at a time, so that long games do not leave cores idle


@dataclass(frozen=True)
class Batch:
    """Games that were played, a row each."""

    positions: Words  # where each ended, as the words of its State
    counts: Words  # steps, and player moves

    @property
    def steps(self) -> Words:
        """How many steps each game took."""
        return self.counts[:, 0]

    @property
    def moves(self) -> Words:
        """How many of them seats took."""
        return self.counts[:, 1]


def play_random_games(
    game: Game | str,
    choices: Mapping[str, object] | None = None,
    *,
    games: int,
    seed: int,
    first: int = 0,
    most: int = NO_LIMIT,
    threads: int | None = None,
    into: Batch | None = None,
) -> Batch:
    """Play games in which NATURE and all seats choose evenly among their legal actions.

    Game k of a seed is the same game whatever the batch it is played in.

    Args:
        game: A game, or the name of one that is installed.
        choices: Its options, where they differ from the defaults.
        games: How many to play.
        seed: Fixes all of them.
        first: The number of the first game.
        most: Where to stop a game that goes on, in steps.
        threads: How many cores to use; all by default.
        into: A batch of as many games, whose memory is written over.

    Raises:
        UnknownGame: No game of this name is installed.
        OptionError: An option is unknown or outside its limits.
        NatureError: The seed is out of range.
        ValueError: The batch to write over has another number of games.
    """
    game = find_game(game) if isinstance(game, str) else game
    rules = game.rules
    SeededNature(seed)  # refuses what is no seed
    options = np.array(make_options(rules, choices or {}).words(), np.int64)
    play = driver("stammtisch.kernel.drivers.playout", cast(ModuleType, rules)).play_games
    batch = into or Batch(np.zeros((games, rules.State.length), np.int64), np.zeros((games, 2), np.int64))
    if batch.positions.shape != (games, rules.State.length):
        raise ValueError(f"the batch to write over is {batch.positions.shape}; it may be {games, rules.State.length}")

    def share(begin: int) -> None:
        end = begin + _SHARE
        play(batch.positions[begin:end], options, seed, first + begin, most, batch.counts[begin:end])

    with ThreadPoolExecutor(threads or all_cores()) as pool:
        for _ in pool.map(share, range(0, games, _SHARE)):
            pass
    return batch

"""Learn from kept games to do what a bot does: behaviour cloning with one matrix and NumPy alone.

`python -m examples.imitation gang-games easy`, after `stammtisch arena gang easy -o rounds=1 --save gang-games`.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stammtisch.datasets.loader import DecisionRows, SavedGames, load_games
from stammtisch.learning.blas_threads import use_one_blas_thread

Array = NDArray[Any]


@dataclass
class Imitation:
    """A matrix that gives each action a number; the chance of a legal one is the softmax of these."""

    weights: Array

    def chances(self, observations: Array, masks: Array) -> Array:
        """Return the chance of every action."""
        numbers = np.where(masks, _inputs(observations) @ self.weights, -np.inf)
        powers = np.exp(numbers - numbers.max(1, keepdims=True))
        return np.asarray(powers / powers.sum(1, keepdims=True))


def imitate(games: SavedGames, bot: str, *, passes: int = 4, rate: float = 0.05, batch: int = 256) -> Imitation:
    """Return what was learned from the choices of a bot in four deals of five."""
    first = next(iter(games))
    weights = np.zeros((first.observation.shape[1] + 1, first.action_mask.shape[1]), np.float32)
    squares = np.full_like(weights, 1e-6)
    learned, random = Imitation(weights), np.random.default_rng(1)
    for _ in range(passes):
        for rows in games:  # pieces of whole games, each of which fits into memory
            chosen = random.permutation(choices_of(rows, games.bots.index(bot), held_out=False))
            for part in np.array_split(chosen, max(1, len(chosen) // batch)):
                off = learned.chances(rows.observation[part], rows.action_mask[part])
                off[np.arange(len(part)), rows.action[part]] -= 1
                slope = _inputs(rows.observation[part]).T @ off / max(1, len(part))
                squares += slope**2  # AdaGrad: Duchi, Hazan and Singer, 2011
                weights -= rate * slope / np.sqrt(squares)
    return learned


def choices_of(rows: DecisionRows, bot: int, *, held_out: bool) -> Array:
    """Return the rows in which a bot had a choice, of the deals that are learned from or of the others."""
    return np.flatnonzero((rows.bot == bot) & (rows.ways > 1) & ((rows.deal % 5 == 0) == held_out))


def agreement(learned: Imitation, games: SavedGames, bot: str) -> tuple[float, float]:
    """Return how often the likeliest action is the bot's in deals not learned from, and how often any would be."""
    same, chance = [], []
    for rows in games:
        held = choices_of(rows, games.bots.index(bot), held_out=True)
        best = learned.chances(rows.observation[held], rows.action_mask[held]).argmax(1)
        same.append(best == rows.action[held])
        chance.append(1 / rows.ways[held])
    return float(np.concatenate(same).mean()), float(np.concatenate(chance).mean())


def _inputs(observations: Array) -> Array:
    """Return observations as a matrix can take them, with a 1 beside them."""
    return np.column_stack([observations.astype(np.float32) / 8, np.ones(len(observations), np.float32)])


if __name__ == "__main__":
    use_one_blas_thread()
    there, name = load_games(sys.argv[1]), sys.argv[2]
    found, by_chance = agreement(imitate(there, name), there, name)
    print(f"agrees with {name} in {100 * found:.0f} of 100 choices; by chance it would be {100 * by_chance:.0f}")

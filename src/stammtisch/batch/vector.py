"""Thousands of games in one array, stepped together: a vector environment in Gymnasium's form.

In each game one seat is asked at a time; choices that are sealed are asked for in the order of the seats, and nobody
sees them before the last. A game that is over is followed by the next one at once. Rows may play by different options,
in as many equal blocks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import index
from types import ModuleType
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from stammtisch.batch.shares import RowShares
from stammtisch.batch.variants import make_variants, variants_of_rows
from stammtisch.bots.nets.net import Net, require_shape
from stammtisch.core.game import Game, Portable, find_game
from stammtisch.core.nature import SeededNature
from stammtisch.core.observations.observation import check_numbers, features_of, reward_number
from stammtisch.errors import ActionError, FeatureError
from stammtisch.kernel.bits import words_for
from stammtisch.kernel.chance import STREAM_LENGTH
from stammtisch.kernel.compile import driver
from stammtisch.kernel.outcome import DENSE_REWARDS, Outcome
from stammtisch.kernel.record import Words
from stammtisch.kernel.seats import NONE

Observations = dict[str, NDArray[Any]]


class VectorEnvironment(Portable):
    """So many games of one kind side by side.

    What it returns are its own arrays, written over by the next step: copy what is to be kept.
    """

    def __init__(
        self,
        game: Game | str,
        choices: Mapping[str, object] | Sequence[Mapping[str, object]] | None = None,
        *,
        games: int,
        seed: int = 0,
        reward: str = "win",
        longest: int = 0,
        forfeit: bool = False,
        skip_forced: bool = False,
        threads: int | None = None,
    ) -> None:
        """Set out so many games.

        Args:
            game: A game, or the name of one that is installed.
            choices: Its options, where they differ from the defaults; or several, each for a block of the rows.
            games: How many are played side by side.
            seed: Fixes every deal. Row k plays games k, k + `games`, k + 2 `games`, … of the seed.
            reward: What seats get when a game is over: `win`, `score` or `rank`; or `worth`: at every step, by how
                much their worth has changed since the one before.
            longest: The decisions after which a game is broken off without reward; 0 for never.
            forfeit: Whether an illegal action ends its game with the lowest reward instead of being refused; by worth
                it pays nothing.
            skip_forced: Whether a seat that has one legal action takes it without being asked.
            threads: How many cores to use; all by default, fewer where games are few.

        Raises:
            UnknownGame: No game of this name is installed.
            OptionError: An option is unknown or outside its limits.
            NatureError: The seed is out of range.
            FeatureError: The game has no features, there is no reward of this name, or a number is below its least.
        """
        self.game = find_game(game) if isinstance(game, str) else game
        SeededNature(seed)  # refuses what is no seed
        check_numbers(games=(games, 1), longest=(longest, 0), threads=(1 if threads is None else threads, 1))
        features_of(self.game)  # refuses a game without
        rules = self.game.rules
        variants = make_variants(self.game, choices)
        self.games, self.seats, self.actions = games, max(o.seats for o in variants), rules.ACTIONS
        self.forfeit = forfeit
        self._options = np.array([o.words() for o in variants], np.int64)
        self.variant = variants_of_rows(games, len(variants))
        self.seats_of_rows = np.array([o.seats for o in variants], np.int64)[self.variant]
        self._how = np.array([index(seed), games, reward_number(reward, DENSE_REWARDS), longest, skip_forced], np.int64)
        self._positions = np.zeros((games, rules.State.length), np.int64)
        self._memory = np.zeros((games, self._driver.REMEMBERED), np.int64)
        self._seats = np.zeros(games, np.int64)
        self._legal = np.zeros((games, words_for(rules.ACTIONS)), np.int64)
        self._outcomes = np.zeros((games, Outcome.length), np.int64)
        self._observations = np.zeros((games, self._driver.SIZE), np.int8)
        self._masks = np.zeros((games, rules.ACTIONS), np.int8)
        self._rewards = np.zeros((games, self.seats), np.float32)
        self._ended = np.zeros(games, np.int8)
        self._choices = np.zeros((games, STREAM_LENGTH), np.int64)
        self._drawn = np.zeros(games, np.int64)
        self._shares = RowShares(games, threads)
        self._played = np.zeros(1, np.bool_)  # whether anything has happened since the last reset
        self.reset(seed=seed)

    def reset(self, *, seed: int | None = None) -> tuple[Observations, dict[str, Any]]:
        """Begin the games of a seed; without one, every row its next game, if anything was played since the last reset.

        Raises:
            NatureError: The seed is out of range.
        """
        if seed is not None:
            SeededNature(seed)  # refuses what is no seed
            self._how[self._driver.SEED] = index(seed)
            self._driver.open_choices(index(seed), 0, self._choices)
            self._memory[:, self._driver.NUMBER] = np.arange(self.games)
        elif self._played[0]:
            self._memory[:, self._driver.NUMBER] += self.games
        self._played[:] = False
        self._memory[:, self._driver.SEAT] = NONE
        self._advance(np.zeros(self.games, np.int64))
        return self._shown, {}

    def step(
        self, actions: NDArray[np.integer[Any]]
    ) -> tuple[Observations, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Take one action in every game.

        Returns:
            What the seats that are asked now see (`seat`, `observation` and `action_mask`), the rewards of all seats,
            which games ended with this step, which of them were broken off, and nothing else.

        Raises:
            ActionError: An action is not legal, and nothing has happened; never with `forfeit`.
        """
        given = np.asarray(actions)
        if given.shape != (self.games,) or given.dtype.kind not in "iu":
            raise ActionError(f"actions are {given.shape} of {given.dtype}; they may be {(self.games,)} of integers")
        chosen = np.ascontiguousarray(given, np.int64)
        row = self._driver.first_illegal(chosen, self._legal)
        if row >= 0 and not self.forfeit:
            legal = ", ".join(map(str, np.flatnonzero(self._masks[row])))
            raise ActionError(f"action of game {row} is {chosen[row]}; it may be {legal}")
        self._advance(chosen)
        self._played[:] = True
        truncated = self._ended == self._driver.BROKEN_OFF
        over = (self._ended == self._driver.OVER) | (self._ended == self._driver.FORFEITED)
        return self._shown, self._rewards, over, truncated, {}

    def _advance(self, actions: NDArray[np.int64]) -> None:
        """Take an action in every game; where nobody is asked, one is begun."""
        step = self._driver.step_games  # asked for once, since several threads would wait for the compiler
        self._shares.work(
            lambda rows: step(
                self._positions[rows],
                self._options,
                self.variant[rows],
                self._how,
                actions[rows],
                self._memory[rows],
                self._legal[rows],
                self._outcomes[rows],
                self._observations[rows],
                self._masks[rows],
                self._rewards[rows],
                self._ended[rows],
            )
        )

    def draw_actions(self) -> NDArray[np.int64]:
        """Return a legal action for every game, all equally likely; others each time."""
        draw = self._driver.draw_actions
        self._shares.work(lambda rows: draw(self._choices[rows], self._legal[rows], self._drawn[rows]))
        return self._drawn

    def suggest_actions(self) -> NDArray[np.int64]:
        """Return what the rules of thumb suggest in every game; they draw from what `draw_actions` draws from."""
        suggest = driver("stammtisch.kernel.drivers.suggestions", cast(ModuleType, self.game.rules)).suggest_actions
        self._shares.work(
            lambda rows: suggest(
                self._positions[rows],
                self._options,
                self.variant[rows],
                self._seats[rows],
                self._choices[rows],
                self._legal[rows],
                self._drawn[rows],
            )
        )
        return self._drawn

    def net_actions(self, net: Net, *, draws: bool | None = None) -> NDArray[np.int64]:
        """Return what a net does in every game, as its bot: what others will not see it draws by the chances it gives.

        By `draws` it draws everywhere or nowhere instead. It draws from what `draw_actions` draws from.

        Raises:
            NetError: It was made for another game.
        """
        require_shape(net, self.game)
        code: Any = driver("stammtisch.kernel.drivers.net_decisions", cast(ModuleType, self.game.rules))
        choose, where = code.choose_actions, code.WHERE_HIDDEN if draws is None else int(draws)
        self._shares.work(
            lambda rows: choose(
                self._positions[rows],
                self._options,
                self.variant[rows],
                self._seats[rows],
                self._observations[rows],
                self._legal[rows],
                *(net.shape, net.weights, net.numbers),
                self._choices[rows],
                where,
                self._drawn[rows],
            )
        )
        return self._drawn

    @property
    def seat(self) -> NDArray[np.int64]:
        """Who is asked in each game."""
        return self._seats

    @property
    def observation(self) -> NDArray[np.int8]:
        """What that seat knows."""
        return self._observations

    @property
    def action_mask(self) -> NDArray[np.int8]:
        """What it may do."""
        return self._masks

    @property
    def rewards(self) -> NDArray[np.float32]:
        """What the last step brought, by game and seat."""
        return self._rewards

    @property
    def ended(self) -> NDArray[np.int8]:
        """How each game stands after the last step: as `CudaEnvironment` says it."""
        return self._ended

    @property
    def numbers(self) -> Words:
        """Which game of the seed is played in each row."""
        return self._memory[:, self._driver.NUMBER]

    @property
    def positions(self) -> Words:
        """Where each game stands, as the words of its State."""
        return self._positions

    def saved(self) -> dict[str, NDArray[Any]]:
        """Return copies of all arrays that make up the games, to be kept (`numpy.savez`) or restored."""
        return {name: array.copy() for name, array in self._arrays.items()}

    def restore(self, saved: Mapping[str, NDArray[Any]]) -> tuple[Observations, dict[str, Any]]:
        """Go on from what an environment of the same game, options and size has saved: its seed and reward, too.

        Raises:
            FeatureError: It was saved by an environment of another kind; nothing has changed.
        """
        shapes = {name: array.shape for name, array in self._arrays.items()}
        given = {name: array.shape for name, array in saved.items()}
        if given != shapes or not np.array_equal(saved["options"], self._options):
            raise FeatureError(f"what was saved has the shapes {given}, or other options; it may have {shapes}")
        for name, array in self._arrays.items():
            array[:] = saved[name]
        return self._shown, {}

    @property
    def _arrays(self) -> dict[str, NDArray[Any]]:
        return {
            "options": self._options,
            "how": self._how,
            "positions": self._positions,
            "memory": self._memory,
            "legal": self._legal,
            "choices": self._choices,
            "observation": self._observations,
            "action_mask": self._masks,
            "played": self._played,
        }

    def close(self) -> None:
        """End the threads; the next step starts others."""
        self._shares.close()

    @property
    def _driver(self) -> Any:
        """The compiled code, which another process compiles or finds for itself."""
        return driver("stammtisch.kernel.drivers.environment", cast(ModuleType, self.game.rules))

    @property
    def _shown(self) -> Observations:
        self._seats[:] = self._memory[:, self._driver.SEAT]
        return {
            "seat": self._seats,
            "observation": self._observations,
            "action_mask": self._masks,
        }

"""Thousands of tables as one vector environment of Gymnasium, with bots on the other seats, all in compiled code.

>>> envs = gymnasium.make_vec("stammtisch/Gang-v1", num_envs=8, opponents="easy", seat=0, rounds=1)
>>> seen, info = envs.reset(seed=1)
>>> seen["observation"].shape, seen["action_mask"].shape
((8, 595), (8, 57))
>>> seen, rewards, over, broken_off, info = envs.step(seen["action_mask"].argmax(1))
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stammtisch.adapters.episode import ANSI, RAISE, EpisodeSettings, as_seed, draw_seed
from stammtisch.adapters.opponents import Opponents, find_opponents, play_against
from stammtisch.bots.levels import EASY
from stammtisch.core.game import Game, Portable
from stammtisch.core.nature import SEED_LIMIT
from stammtisch.core.observations.observation import check_numbers
from stammtisch.core.queries import view_of
from stammtisch.errors import ActionError, FeatureError, extra

with extra("environments"):
    import gymnasium
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

from stammtisch.adapters.spaces import action_space, observation_space

Shown = dict[str, NDArray[np.int8]]
_MODES = {mode.value: mode for mode in AutoresetMode}


class SeatVectorEnv(Portable, VectorEnv[Shown, NDArray[np.int64], NDArray[Any]]):
    """So many tables side by side: what as many `SeatEnv` do in a `SyncVectorEnv`, seeds and games included."""

    def __init__(
        self,
        game: Game | str,
        num_envs: int = 1,
        seat: int = 0,
        opponents: Opponents = EASY,
        reward: str = "win",
        longest: int = 0,
        illegal: str = RAISE,
        render_mode: str | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,  # noqa: FBT001, FBT002  # theirs
        threads: int | None = None,
        **options: object,
    ) -> None:
        """Set the tables; `SeatEnv` says more about most of the arguments.

        Args:
            game: A game, or the name of one that is installed.
            num_envs: How many tables there are.
            seat: Which seat acts here.
            opponents: `random`, `easy` or what else plays in compiled code, for all other seats or one for each of
                them; a net; or `self`, where all seats learn.
            reward: What the seat gets when a game is over.
            longest: The decisions after which a game is broken off.
            illegal: What an illegal action does.
            render_mode: Whether the tables are shown, as the seat sees them.
            autoreset_mode: Whether the next game begins with the step after the one that ends a game, with that step,
                or when `reset` is told in which rows.
            copy: Whether what is returned is the caller's to keep; otherwise the next step writes over it.
            threads: How many cores to use; all by default, fewer where tables are few.
            options: The options of the game that differ from their defaults.

        Raises:
            UnknownGame: No game of this name is installed.
            UnknownBot: No bot of this name plays this game.
            OptionError: An option of the game is unknown or outside its limits.
            FeatureError: The game has no features, a bot is not compiled, or one of the others is not what it may be.
            NetError: A net was made for another game.
        """
        check_numbers(num_envs=(num_envs, 1), threads=(1 if threads is None else threads, 1))
        self._terms = EpisodeSettings(game, reward, longest, illegal, render_mode, options)
        mode = _MODES.get(autoreset_mode.value if isinstance(autoreset_mode, AutoresetMode) else autoreset_mode)
        if mode is None:
            raise FeatureError(f"autoreset_mode is {autoreset_mode!r}; it may be {', '.join(_MODES)}")
        others = find_opponents(self._terms, seat, opponents)
        if slow := [bot.name for other, bot in others.players.items() if other not in others.compiled]:
            raise FeatureError(
                f"opponents are {slow!r}; many tables at once may have random, easy, self, and bots that follow a net"
            )
        self._mode, self._copies = mode, copy
        self._games = play_against(
            self._terms, others, games=num_envs, same_step=mode is AutoresetMode.SAME_STEP, threads=threads
        )
        self._begun = False
        self.num_envs = num_envs
        self.seat = seat
        self.render_mode = render_mode
        self.metadata = {"render_modes": [ANSI], "render_fps": 1, "autoreset_mode": mode}
        self.single_observation_space: gymnasium.Space[Any] = observation_space(self._terms)
        self.single_action_space = action_space(self._terms)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    @property
    def seeds(self) -> NDArray[np.int64]:
        """Of which seed each table plays the game: that of `Table(…, seed=seed)`."""
        return self._games.seeds.copy()

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Shown, dict[str, Any]]:
        """Begin the games of the seeds `seed`, `seed` + 1, … or of those given; without any, the next games.

        Args:
            seed: A seed, or one for each table.
            options: `reset_mask` may say in which rows a game begins, an array of truth values.

        Raises:
            NatureError: A seed is out of range.
            FeatureError: There are not as many seeds as tables, or the mask is not what it may be.
        """
        which = self._which(options or {})
        if not self._begun and not which.all():
            raise FeatureError(f"reset_mask is {which!r}; the first reset begins all games")
        self._games.begin(self._first_seeds(seed), which)
        self._begun = True
        return self._shown(), self._told(which)

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Shown, NDArray[Any], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Take an action at every table; where a game ended before, the action is left aside and the next one begins.

        Raises:
            ActionError: An action is not legal and does not forfeit the game, or no game is being played.
        """
        games = self._games
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise ActionError(f"actions are {given.shape} of {given.dtype}; they may be {(self.num_envs,)} of integers")
        if not self._begun:
            raise ActionError("no game has begun; reset begins one")
        if self._mode is AutoresetMode.DISABLED and not games.going.all():
            row = int(np.flatnonzero(~games.going)[0])
            raise ActionError(f"game {row} is over; reset with a reset_mask begins another")
        chosen = np.ascontiguousarray(given, np.int64)
        if not self._terms.forfeit:
            games.require_legal(chosen)
        games.step(chosen)
        over, broken_off = games.over, games.broken_off
        ended = over | broken_off
        info = self._told(np.ones(self.num_envs, np.bool_))
        if ended.any():
            self._tell_of_the_end(info, ended)
        paid = games.paid.copy() if self._copies else games.paid
        return self._shown(), paid, over, broken_off, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal at every table."""
        return self._games.masks.astype(np.bool_)

    def render(self) -> tuple[str, ...] | None:
        """Return the tables as the seat sees them, if that was asked for.

        Raises:
            ActionError: No game has begun.
        """
        if not self.render_mode:
            return None
        if not self._begun:
            raise ActionError("no game has begun; reset begins one")
        rules, options = self._terms.game.rules, self._terms.options
        positions = map(rules.State.of, self._games.positions.tolist())
        return tuple(self._terms.picture(view_of(rules, s, options, self.seat), self.seat) for s in positions)

    def close_extras(self, **_: Any) -> None:
        """End the threads."""
        self._games.close()

    def _first_seeds(self, seed: int | Sequence[int] | None) -> NDArray[np.int64]:
        """Return the seeds of the games with which rows begin."""
        if seed is None and self._begun:
            return self._games.next_seeds()
        if isinstance(seed, Sequence | np.ndarray):
            if len(seed) != self.num_envs:
                raise FeatureError(f"there are {len(seed)} seeds; there may be {self.num_envs}")
            return np.array([as_seed(one) for one in seed], np.int64)
        if seed is None:
            return np.array([draw_seed(self.np_random) for _ in range(self.num_envs)], np.int64)
        first = as_seed(seed)
        super().reset(seed=first)
        return np.array([(first + row) % SEED_LIMIT for row in range(self.num_envs)], np.int64)

    def _which(self, options: dict[str, Any]) -> NDArray[np.bool_]:
        """Return in which rows a game begins."""
        which: Any = options.get("reset_mask", np.ones(self.num_envs, np.bool_))
        if not isinstance(which, np.ndarray) or which.shape != (self.num_envs,) or which.dtype != np.bool_:
            raise FeatureError(f"reset_mask is {which!r}; it may be {self.num_envs} truth values in an array")
        return which

    def _shown(self) -> Shown:
        games = self._games
        seen, masks = games.observations, games.masks
        return {
            "observation": seen.copy() if self._copies else seen,
            "action_mask": masks.copy() if self._copies else masks,
        }

    def _told(self, which: NDArray[np.bool_]) -> dict[str, Any]:
        """Return what is told beside what is seen, in Gymnasium's form: an array, and the rows that it is about."""
        masks = self._games.masks.copy() if self._copies else self._games.masks
        return {"action_mask": masks, "_action_mask": which, "seat": self._games.seat.copy(), "_seat": which}

    def _tell_of_the_end(self, info: dict[str, Any], ended: NDArray[np.bool_]) -> None:
        """Add what learners got, and where the next games have begun already, what was seen last."""
        games = self._games
        rewards = np.where(ended[:, None], games.rewards, np.float32(0))
        if self._mode is not AutoresetMode.SAME_STEP:
            info |= {"rewards": rewards, "_rewards": ended}
            return
        last = np.full(self.num_envs, None, object)
        masks = np.zeros_like(games.masks)
        for row in np.flatnonzero(ended):
            last[row] = {"observation": games.finals[row].copy(), "action_mask": masks[row].copy()}
        nobody = np.full(self.num_envs, -1, np.int64)
        told = {"action_mask": masks, "seat": nobody, "rewards": rewards}
        final = {**told, **{f"_{name}": ended for name in told}}
        info |= {"final_obs": last, "_final_obs": ended, "final_info": final, "_final_info": ended}

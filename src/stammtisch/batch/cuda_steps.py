"""A vector environment on a GPU: every array lies in its memory, where PyTorch, CuPy and JAX take them without a copy.

Positions lie word by word, the same word of all games together, so that threads side by side read what lies side by
side; a game is put together in the memory of its block, stepped, and taken apart again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from types import ModuleType
from typing import Any, Final, cast

import numpy as np
from numba import float32, int64

from stammtisch.batch.cuda import SHARED, cuda
from stammtisch.batch.cuda_net import CudaNet
from stammtisch.batch.variants import make_variants, variants_of_rows
from stammtisch.core.game import Game, find_game
from stammtisch.core.nature import SeededNature
from stammtisch.core.observations.observation import check_numbers, features_of, reward_number
from stammtisch.errors import ActionError
from stammtisch.kernel.bits import count, nth, words_for
from stammtisch.kernel.chance import CHOICES, STREAM_LENGTH, draw, open_stream
from stammtisch.kernel.compile import driver
from stammtisch.kernel.outcome import DENSE_REWARDS, Outcome
from stammtisch.kernel.seats import MAX_SEATS, NONE

_THREADS: Final = 128
_WARP: Final = 32
_CLEARING: Final = 4096, 256  # blocks and threads that clear an array


class CudaEnvironment:
    """So many games side by side on a GPU; what `batch.vector.VectorEnvironment` is on a CPU.

    After a step `seat`, `observation`, `action_mask`, `rewards` and `ended` are new: arrays with
    `__cuda_array_interface__`, which `torch.as_tensor` and `cupy.asarray` take without a copy, and JAX from either of
    these by DLPack. `ended` is 0 for a game that goes on, 1 for one that is over, 2 for one that was broken off and 3
    for one that was forfeited by an illegal action; where rewards are by worth, 4 for one that was settled meanwhile
    and goes on, such as from round to round.
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
        skip_forced: bool = False,
    ) -> None:
        """Set out so many games; the arguments are those of `VectorEnvironment`.

        Raises:
            UnknownGame: No game of this name is installed.
            OptionError: An option is unknown or outside its limits.
            NatureError: The seed is out of range.
            FeatureError: The game has no features, there is no reward of this name, or a number is below its least.
        """
        self.game = find_game(game) if isinstance(game, str) else game
        features_of(self.game)  # refuses a game without
        SeededNature(seed)  # refuses what is no seed
        check_numbers(games=(games, 1), longest=(longest, 0))
        rules = cast(ModuleType, self.game.rules)
        variants = make_variants(self.game, choices)
        self._driver = driver("stammtisch.kernel.drivers.environment", rules)
        self._begin_games, self._step_games = _beginner(rules), _stepper(rules)
        self._grid = -(-games // _threads(rules)), _threads(rules)
        self.games, self.seats, self.actions = games, max(o.seats for o in variants), rules.ACTIONS
        words = np.array([o.words() for o in variants], np.int64)
        self._options = cuda.to_device(words.view(rules.Options.dtype)[:, 0])
        rows = variants_of_rows(games, len(variants))
        self.variant = cuda.to_device(rows)
        self.seats_of_rows = cuda.to_device(np.array([o.seats for o in variants], np.int64)[rows])
        self._how = np.array([seed, games, reward_number(reward, DENSE_REWARDS), longest, skip_forced], np.int64)
        self.positions = cuda.device_array((rules.State.length, games), np.int64)  # by word, then by game
        self._memory = cuda.device_array((games, self._driver.REMEMBERED), np.int64)
        self._legal = cuda.device_array((games, words_for(rules.ACTIONS)), np.int64)
        self._choices = cuda.device_array((games, STREAM_LENGTH), np.int64)
        self._drawn = cuda.device_array(games, np.int64)
        self._draws = cuda.device_array(games, np.int8)  # whether a net draws there
        self.seat = cuda.device_array(games, np.int64)
        self.observation = cuda.device_array((games, self._driver.SIZE), np.int8)
        self.action_mask = cuda.device_array((games, rules.ACTIONS), np.int8)
        self.rewards = cuda.device_array((games, self.seats), np.float32)
        self.ended = cuda.device_array(games, np.int8)
        self._played = False  # whether anything has happened since the last reset
        self.reset(seed=seed)

    def reset(self, *, seed: int | None = None) -> None:
        """Begin the games of a seed; without one, every row its next game, if anything was played since the last reset.

        Raises:
            NatureError: The seed is out of range.
        """
        if seed is not None:
            SeededNature(seed)  # refuses what is no seed
            self._how[self._driver.SEED] = seed
        self._settings = cuda.to_device(self._how)
        self._clear()
        _fill_with_zeros[_CLEARING](self.rewards.ravel())
        _fill_with_zeros[_CLEARING](self.ended)
        further = 0 if seed is not None else self.games if self._played else -1
        self._played = False
        self._begin_games[self._grid](
            further,
            self.positions,
            self._options,
            self.variant,
            self._settings,
            self._memory,
            self._legal,
            self._choices,
            self.seat,
            self.observation,
            self.action_mask,
        )

    def step(self, actions: Any) -> None:
        """Take one action in every game; `actions` is an array of the GPU, of int64.

        Everything runs in the default stream of the GPU, as PyTorch does unless it is told otherwise.

        Raises:
            ActionError: The array has another shape or type; nothing has happened.
        """
        kind = str(actions.dtype).rpartition(".")[2]  # PyTorch says `torch.int64`
        if tuple(actions.shape) != (self.games,) or kind != "int64":
            raise ActionError(f"actions are {tuple(actions.shape)} of {kind}; they may be {(self.games,)} of int64")
        self._played = True
        self._clear()
        self._step_games[self._grid](
            self.positions,
            self._options,
            self.variant,
            self._settings,
            actions,
            self._memory,
            self._legal,
            self.seat,
            self.observation,
            self.action_mask,
            self.rewards,
            self.ended,
        )

    def draw_actions(self) -> Any:
        """Return a legal action for every game, all equally likely; others each time."""
        _draw_actions[-(-self.games // _THREADS), _THREADS](self._choices, self._legal, self._drawn)
        return self._drawn

    def suggest_actions(self) -> Any:
        """Return what the rules of thumb suggest in every game; they draw from what `draw_actions` draws from."""
        _suggester(cast(ModuleType, self.game.rules))[self._grid](
            self.positions, self._options, self.variant, self.seat, self._choices, self._legal, self._drawn
        )
        return self._drawn

    def net_actions(self, net: CudaNet, *, draws: bool | None = None) -> Any:
        """Return what a net does in every game, as its bot: what others will not see it draws by the chances it gives.

        By `draws` it draws everywhere or nowhere instead. It draws from what `draw_actions` draws from.
        """
        hide, where = _hider(cast(ModuleType, self.game.rules))
        hide[self._grid](
            where if draws is None else int(draws),
            self.positions,
            self._options,
            self.variant,
            self.seat,
            self._legal,
            self._draws,
        )
        net.choose(self.observation, self._legal, self._choices, self._draws, self._drawn)
        return self._drawn

    def _clear(self) -> None:
        _fill_with_zeros[_CLEARING](self.observation.ravel())
        _fill_with_zeros[_CLEARING](self.action_mask.ravel())


@cuda.jit
def _fill_with_zeros(numbers: Any) -> None:
    for index in range(cuda.grid(1), len(numbers), cuda.gridsize(1)):
        numbers[index] = 0


@cuda.jit
def _draw_actions(choices: Any, legal: Any, drawn: Any) -> None:
    row = cuda.grid(1)
    if row < len(drawn):
        drawn[row] = nth(legal[row], draw(choices[row], count(legal[row])))


def _threads(rules: ModuleType) -> int:
    """Return how many threads a block has: as many as the memory that it shares has room for positions."""
    return int(min(_THREADS, SHARED // rules.State.dtype.itemsize // _WARP * _WARP))


@cache
def _beginner(rules: ModuleType) -> Any:
    """Return the CUDA kernel that begins games."""
    template = driver("stammtisch.kernel.drivers.environment", rules)
    go_on, observe, offer = template.go_on, template.observe, template.offer
    number, asked, seed = template.NUMBER, template.SEAT, template.SEED
    state, ending, length = rules.State.dtype, Outcome.dtype, rules.State.length
    block = _threads(rules), length

    @cuda.jit
    def begin_games(
        further: int,  # by how much the numbers of games grow; 0: to those of a seed, -1: not at all
        positions: Any,
        options: Any,
        variant: Any,
        how: Any,
        memory: Any,
        legal: Any,
        choices: Any,
        seat: Any,
        observation: Any,
        mask: Any,
    ) -> None:
        row, place = cuda.grid(1), cuda.threadIdx.x
        words = cuda.shared.array(block, int64)
        outcome = cuda.local.array(1, ending)
        unpaid = cuda.local.array(MAX_SEATS, float32)
        if row < len(seat):
            s = words[place].view(state)[0]
            if further == 0:
                memory[row, number] = row
                open_stream(choices[row], how[seed], CHOICES, row)
            elif further > 0:
                memory[row, number] += further
            memory[row, asked] = NONE
            o = options[variant[row]]
            go_on(s, words, place, o, how, 0, memory[row], legal[row], outcome[0], unpaid)
            seat[row] = memory[row, asked]
            observe(s, o, seat[row], observation[row])
            offer(legal[row], mask[row])
            for index in range(length):
                positions[index, row] = words[place, index]

    return begin_games


@cache
def _stepper(rules: ModuleType) -> Any:
    """Return the CUDA kernel that takes a step in every game."""
    template = driver("stammtisch.kernel.drivers.environment", rules)
    go_on, observe, offer, asked = template.go_on, template.observe, template.offer, template.SEAT
    state, ending, length = rules.State.dtype, Outcome.dtype, rules.State.length
    block = _threads(rules), length

    @cuda.jit
    def step_games(
        positions: Any,
        options: Any,
        variant: Any,
        how: Any,
        actions: Any,
        memory: Any,
        legal: Any,
        seat: Any,
        observation: Any,
        mask: Any,
        rewards: Any,
        ended: Any,
    ) -> None:
        row, place = cuda.grid(1), cuda.threadIdx.x
        words = cuda.shared.array(block, int64)
        outcome = cuda.local.array(1, ending)
        if row < len(seat):
            for index in range(length):
                words[place, index] = positions[index, row]
            s = words[place].view(state)[0]
            o = options[variant[row]]
            ended[row] = go_on(s, words, place, o, how, actions[row], memory[row], legal[row], outcome[0], rewards[row])
            seat[row] = memory[row, asked]
            observe(s, o, seat[row], observation[row])
            offer(legal[row], mask[row])
            for index in range(length):
                positions[index, row] = words[place, index]

    return step_games


@cache
def _suggester(rules: ModuleType) -> Any:
    """Return the CUDA kernel that asks the rules of thumb in every game."""
    suggest = driver("stammtisch.kernel.drivers.suggestions", rules).suggest
    state, length = rules.State.dtype, rules.State.length
    block = _threads(rules), length

    @cuda.jit
    def suggest_actions(
        positions: Any, options: Any, variant: Any, seat: Any, choices: Any, legal: Any, drawn: Any
    ) -> None:
        row, place = cuda.grid(1), cuda.threadIdx.x
        words = cuda.shared.array(block, int64)
        if row < len(seat):
            for index in range(length):
                words[place, index] = positions[index, row]
            s = words[place].view(state)[0]
            drawn[row] = suggest(s, options[variant[row]], seat[row], legal[row], choices[row])

    return suggest_actions


@cache
def _hider(rules: ModuleType) -> tuple[Any, int]:
    """Return the CUDA kernel that says in every game whether a net draws, and the number for "what is hidden"."""
    template = driver("stammtisch.kernel.drivers.net_decisions", rules)
    draws_here = template.draws_here
    state, length = rules.State.dtype, rules.State.length
    block = _threads(rules), length

    @cuda.jit
    def say_who_draws(
        where: int, positions: Any, options: Any, variant: Any, seat: Any, legal: Any, draws: Any
    ) -> None:
        row, place = cuda.grid(1), cuda.threadIdx.x
        words = cuda.shared.array(block, int64)
        if row < len(seat):
            for index in range(length):
                words[place, index] = positions[index, row]
            s = words[place].view(state)[0]
            draws[row] = draws_here(where, s, options[variant[row]], seat[row], legal[row])

    return say_who_draws, template.WHERE_HIDDEN

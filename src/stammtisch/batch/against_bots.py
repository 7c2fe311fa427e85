"""Many games side by side in which some seats learn, a decision in each at a time, and bots play the others.

Bots whose code is compiled (`random`, `easy`, and those that follow a net) play inside the step. Other seats that do
not learn can be asked like learners; then whoever called decides for them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import ModuleType
from typing import Any, Final, cast

import numpy as np
from numpy.typing import NDArray

from stammtisch.batch.shares import RowShares
from stammtisch.bots.bot import Bot
from stammtisch.bots.nets.net import Net, require_shape
from stammtisch.bots.nets.net_bot import NetBot
from stammtisch.bots.random_bot import RandomBot
from stammtisch.bots.rule_bot import RuleBot
from stammtisch.core.game import Game, Portable
from stammtisch.errors import ActionError, FeatureError
from stammtisch.kernel.bits import WORD_BITS, words_for
from stammtisch.kernel.chance import STREAM_LENGTH
from stammtisch.kernel.compile import driver
from stammtisch.kernel.net import ACTIONS, HEADS, INPUTS, WIDTH
from stammtisch.kernel.outcome import Outcome
from stammtisch.kernel.record import Words
from stammtisch.kernel.seats import MAX_SEATS

_RANDOM, _RULES, _NET = range(3)  # as the driver numbers them
OVER, BROKEN_OFF, FORFEITED = 1, 2, 3  # how games ended, likewise
_COMPILED: Final[dict[type[object], int]] = {RandomBot: _RANDOM, RuleBot: _RULES, NetBot: _NET}


def is_compiled(bot: Bot) -> bool:
    """Whether a bot can play inside a step: exactly one of ours, for nobody knows what a subclass does."""
    return type(bot) in _COMPILED


class GamesAgainstBots(Portable):
    """The arrays of such games. They are its own, and written over by the next step."""

    def __init__(
        self,
        game: Game,
        options: Any,
        *,
        games: int,
        learners: Iterable[int],
        bots: Mapping[int, Bot],
        reward: int,
        longest: int = 0,
        same_step: bool = False,
        logged: int = 0,
        threads: int | None = None,
    ) -> None:
        """Lay out so many games; nothing has begun.

        Args:
            game: The game.
            options: Its options, as a record.
            games: How many are played side by side.
            learners: The seats whose decisions are steps.
            bots: By seat, the bots of others that are compiled; seats that are neither are asked, too.
            reward: The number of the reward at the end of a game.
            longest: The decisions of all seats, from the first of a learner on, after which a game is broken off.
            same_step: Whether the next game begins with the step that ends one, and not with the one after it.
            logged: How many actions of bots are noted in one go, before somebody reads them; 0 where nobody does.
            threads: How many cores to use; all by default, fewer where games are few.

        Raises:
            FeatureError: Two bots have different nets.
            NetError: A net was made for another game.
        """
        rules = game.rules
        self.game, self.games, self.learners = game, games, tuple(learners)
        code = self._driver
        asked = set(range(options.seats)) - set(bots)
        self._options = np.array(options.words(), np.int64)
        self._how = np.array([_bits(self.learners), _bits(asked), longest, reward, same_step], np.int64)
        self._players = np.zeros(MAX_SEATS, np.int64)
        for seat, bot in bots.items():
            self._players[seat] = _COMPILED[type(bot)]
        self._net = _net_of(game, bots)
        self.positions = np.zeros((games, rules.State.length), np.int64)
        self.memory = np.zeros((games, code.REMEMBERED), np.int64)
        self.legal = np.zeros((games, words_for(rules.ACTIONS)), np.int64)
        self.observations = np.zeros((games, code.SIZE), np.int8)
        self.finals = np.zeros((games if same_step else 0, code.SIZE), np.int8)  # of games that have just ended
        self.masks = np.zeros((games, rules.ACTIONS), np.int8)
        self.rewards = np.zeros((games, options.seats), np.float32)  # by seat
        self.paid = np.zeros(games, np.float64)  # to the learner that acted
        self.ended = np.zeros(games, np.int8)
        self.log = np.zeros((logged, 2), np.int64)
        self._actions = np.zeros(games, np.int64)
        self._what = np.zeros(games, np.int8)
        self._outcomes = np.zeros((games, Outcome.length), np.int64)
        self._shares = RowShares(games, threads)
        self._calls: dict[int, tuple[Any, ...]] = {}  # the arguments of each share, by its first row

    def begin(self, seeds: NDArray[np.int64] | int, which: NDArray[np.bool_] | None = None) -> int:
        """Begin the games of these seeds, in all rows or some; return how many rows of the log were written."""
        rows = np.ones(self.games, np.bool_) if which is None else which
        self.seeds[rows] = seeds if isinstance(seeds, int) else seeds[rows]
        self._what[:] = np.where(rows, self._driver.BEGIN, self._driver.REST)
        return self._advance()

    def next_seeds(self) -> NDArray[np.int64]:
        """Return the seeds of the games that follow those that are played."""
        following, memory = self._driver.following, np.zeros(STREAM_LENGTH, np.int64)
        return np.array([following(seed, memory) for seed in self.seeds.tolist()], np.int64)

    def step(self, actions: NDArray[np.int64]) -> int:
        """Take an action in every game; an illegal one forfeits it. Where a game has ended the next one is begun."""
        self._actions[:] = actions
        self._what[:] = self._driver.STEP
        return self._advance()

    def step_alone(self, *row: int) -> int:
        """Take a row of actions of whoever is asked in the only game; it is broken off after the last of them.

        Returns:
            How many rows of the log were written.
        """
        most, noted = int(self._how[self._driver.MOST]), 0
        self._what[0] = self._driver.STEP
        for index, action in enumerate(row):
            self._how[self._driver.MOST] = most if index == len(row) - 1 else 0
            self._actions[0] = action
            noted = self._advance()
        return noted

    def is_legal(self, action: int) -> bool:
        """Whether whoever is asked in the first game may take an action."""
        word, bit = divmod(action, WORD_BITS)
        return 0 <= word < self.legal.shape[1] and bool(self.legal.item(0, word) >> bit & 1)

    def go_on(self) -> int:
        """Go on where the log was full."""
        self._what[:] = self._driver.GO_ON
        return self._advance()

    def require_legal(self, actions: NDArray[np.int64]) -> None:
        """Refuse actions of which one is not legal.

        Raises:
            ActionError: One is not; games that have ended need none.
        """
        row = self._driver.first_illegal(actions, self.legal, self.memory)
        if row >= 0:
            legal = ", ".join(map(str, np.flatnonzero(self.masks[row])))
            raise ActionError(f"action of game {row} is {actions[row]}; it may be {legal}")

    @property
    def seeds(self) -> Words:
        """Of which seed each row plays the game: that of `Table(…, seed=seed)`."""
        return self.memory[:, self._driver.SEED]

    @property
    def seat(self) -> Words:
        """Who is asked in each game; NONE where it is over."""
        return self.memory[:, self._driver.SEAT]

    def asked(self) -> int:
        """Return who is asked in the first game."""
        return int(self.memory.item(0, self._driver.SEAT))

    def chance(self) -> int:
        """Return the seed of the bots in the first game: that of the table would tell them the deals."""
        return int(self.memory.item(0, self._driver.CHANCE))

    def is_going(self) -> bool:
        """Whether the first game has begun and not ended."""
        return bool(self.memory.item(0, self._driver.STANDS) == 0)

    @property
    def going(self) -> NDArray[np.bool_]:
        """Which games have not ended."""
        going: NDArray[np.bool_] = self.memory[:, self._driver.STANDS] == self._driver.RUNNING
        return going

    @property
    def over(self) -> NDArray[np.bool_]:
        """Which games ended with the last step, or were forfeited by it."""
        over: NDArray[np.bool_] = (self.ended == OVER) | (self.ended == FORFEITED)
        return over

    @property
    def broken_off(self) -> NDArray[np.bool_]:
        """Which games were broken off by the last step."""
        broken_off: NDArray[np.bool_] = self.ended == BROKEN_OFF
        return broken_off

    def close(self) -> None:
        """End the threads; the next step starts others."""
        self._shares.close()

    def __getstate__(self) -> dict[str, Any]:
        """Return all but the arguments, which are parts of arrays that are there."""
        return {**super().__getstate__(), "_calls": {}}

    @property
    def _driver(self) -> Any:
        """The compiled code, which another process compiles or finds for itself."""
        return driver("stammtisch.kernel.drivers.against_bots", cast(ModuleType, self.game.rules))

    def _advance(self) -> int:
        if not self._calls:
            self._calls = {rows.start: self._arguments(rows) for rows in self._shares.slices}
        step = self._driver.step_games
        if len(self._calls) == 1:
            return int(step(*self._calls[0]))
        self._shares.work(lambda rows: step(*self._calls[rows.start]))
        return 0

    def _arguments(self, rows: slice) -> tuple[Any, ...]:
        """Return what the compiled code is given for a share, with memory for it alone."""
        shape, weights, numbers = self._net
        longest = int(max(shape[INPUTS], shape[WIDTH], shape[ACTIONS] + HEADS))
        memory = np.zeros(longest, np.int64), np.zeros((3, longest), np.float32), np.zeros(longest, np.int8)
        return (
            self.positions[rows],
            *(self._options, self._how, self._players),
            *(self.memory[rows], self.legal[rows], self._actions[rows], self._what[rows]),
            *(self.observations[rows], self.finals[rows], self.masks[rows]),
            *(self.rewards[rows], self.paid[rows], self.ended[rows], self._outcomes[rows]),
            *(self.log, np.zeros(STREAM_LENGTH, np.int64)),
            *(shape, weights, numbers, *memory),
        )


def _bits(seats: Iterable[int]) -> int:
    return sum(1 << seat for seat in seats)


def _net_of(game: Game, bots: Mapping[int, Bot]) -> tuple[NDArray[np.int64], NDArray[np.int8], NDArray[np.float32]]:
    """Return the net that bots follow, or an empty one.

    Raises:
        FeatureError: There are several.
        NetError: It was made for another game.
    """
    nets: list[Net] = [bot.net for bot in bots.values() if isinstance(bot, NetBot)]
    if len({id(net) for net in nets}) > 1:
        raise FeatureError(f"{len(nets)} opponents follow different nets; those in one environment may follow one")
    if not nets:
        return np.zeros(4, np.int64), np.zeros(0, np.int8), np.zeros(0, np.float32)
    require_shape(nets[0], game)
    return nets[0].shape, nets[0].weights, nets[0].numbers

"""One game between bots, on compiled rules: the steps of a `Table` with the same seed, without the record of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter
from types import ModuleType
from typing import Any, Final, cast

import numpy as np

from stammtisch.bots.bot import Bot
from stammtisch.core.game import Game
from stammtisch.core.outcome import outcome_of
from stammtisch.core.table import Table
from stammtisch.errors import BotFault
from stammtisch.kernel.bits import has, lowest_in, words_for
from stammtisch.kernel.chance import DEALS, STREAM_LENGTH, open_stream
from stammtisch.kernel.compile import compile_entries, driver

_RULES_CALLS: Final = "stammtisch.kernel.drivers.rules_calls"
_FORCED: Final = "stammtisch.kernel.drivers.forced_steps"
_CALLED: Final = ("start", "waiting", "view", "legal", "apply", "worth")


@dataclass(frozen=True)
class Result:
    """How a game ended, by seat."""

    scores: tuple[int, ...]
    places: tuple[int, ...]  # 1 is best; equal places are shared
    worths: tuple[int, ...]  # how the seats stand as bots count it: more is better


class Player:
    """A bot by its name, how long it thinks, and whether it does what bots do."""

    def __init__(self, name: str, bot: Bot, game: Game) -> None:
        self.name = name
        self.seconds = 0.0
        self.decisions = 0
        self._bot = bot
        self._actions = game.rules.ACTIONS
        self._asked = False

    def choose(self, view: Any, options: Any, seat: int, seed: int, number: int) -> list[int]:
        """Return what the bot chooses: at least one action.

        Raises:
            BotFault: It fails, or returns something else.
        """
        try:
            if not self._asked:  # its first answer may wait for the compiler, so it is asked twice
                self._bot.choose(view.copy(), options, seat, seed, number)
                self._asked = True
            begin = perf_counter()
            row: list[object] = list(self._bot.choose(view, options, seat, seed, number))
        except Exception as error:
            raise BotFault(self.name, seat, number, f"{type(error).__name__}: {error}") from error
        self.seconds += perf_counter() - begin
        if not row:
            raise BotFault(self.name, seat, number, "it returned no action")
        actions = [int(action) for action in row if isinstance(action, int | np.integer)]
        if len(actions) < len(row) or not all(0 <= action < self._actions for action in actions):
            raise BotFault(self.name, seat, number, f"it returned {row!r}, which are no actions")
        return actions

    def get_ready(self, game: Game, choices: Mapping[str, object]) -> None:
        """Answer once, on a table that nobody sits at, so that nobody will wait for the compiler.

        Raises:
            BotFault: It fails.
        """
        sample = Table.undealt(game, 0, dict(choices))
        sample.carry_on()
        seat = sample.waiting[0]
        self.choose(sample.view(seat), sample.options, seat, 0, len(sample.steps))


class CompiledGame:
    """A game in progress."""

    def __init__(self, game: Game, options: Any, players: Sequence[Player], deals: int, chance: int) -> None:
        """Sit down and deal.

        Args:
            game: The game.
            options: Its options.
            players: Who plays, by seat.
            deals: The seed of NATURE, as at a `Table`.
            chance: The seed that bots are given; it must not be that of NATURE, which would tell them the deal.
        """
        self._game, self._rules, self._options, self._players = game, game.rules, options, players
        self._chance = chance
        self._calls, forced = _drivers(game)
        self._carry_on = forced.carry_on
        self._s = np.zeros(self._rules.State.length, np.int64)
        self._o = np.array(options.words(), np.int64)
        self._view = np.zeros_like(self._s)
        self._legal = np.zeros(words_for(self._rules.ACTIONS), np.int64)
        self._deals = np.zeros(STREAM_LENGTH, np.int64)
        stream = [0] * STREAM_LENGTH
        open_stream(stream, deals, DEALS, 0)
        self._deals[:] = stream
        self._decided: Any = cast(Any, self._rules.State.over(self._s)).decided  # shares the position's memory
        self._calls.start(self._s, self._o)
        self.steps: int = self._carry_on(self._s, self._o, self._deals, self._legal)
        self.taken: list[tuple[int, int]] = []  # what seats did: they and their actions

    @staticmethod
    def compile(game: Game) -> None:
        """Have compiled what the games need, or find it on disk."""
        calls, forced = _drivers(game)
        compile_entries(forced, "carry_on")
        compile_entries(calls, *_CALLED)

    @property
    def position(self) -> Any:
        """The position now."""
        return self._rules.State.of(self._s.tolist())

    def play(self) -> Result:
        """Play to the end.

        Raises:
            BotFault: A bot fails, or does what the rules forbid.
        """
        while self.go_on():
            pass
        outcome = outcome_of(self._rules, self.position, self._options)
        worths = tuple(self._calls.worth(self._s, self._o, seat) for seat in range(self._options.seats))
        return Result(outcome.scores, outcome.places, worths)

    def go_on(self) -> bool:
        """Let whoever is asked decide, and take the steps that follow from it; whether somebody was asked.

        Raises:
            BotFault: A bot fails, or does what the rules forbid.
        """
        waiting = self._calls.waiting(self._s, self._o)
        if not waiting:
            return False
        seat = lowest_in(waiting)  # who chooses first among sealed choices makes no difference
        self._calls.view(self._s, self._o, seat, self._view)
        view = self._rules.State.of(self._view.tolist())
        self._take(seat, self._players[seat].choose(view, self._options, seat, self._chance, self.steps))
        self.steps += self._carry_on(self._s, self._o, self._deals, self._legal)
        return True

    def _rule_against(self, seat: int, action: int) -> str:
        return str(self._rules.Rule(self._rules.check(self.position, self._options, seat, action)).name)

    def _take(self, seat: int, row: Sequence[int]) -> None:
        """Take the actions of a seat, which end with its decision or before."""
        player, decided = self._players[seat], int(self._decided[seat])
        for action in row:
            problem = ""
            if self._decided[seat] > decided:
                problem = f"it returned {len(row)} actions, more than its decision has"
            else:
                self._calls.legal(self._s, self._o, seat, self._legal)
                if not has(self._legal, action):
                    problem = f"{self._game.notation.write(action)}: {self._rule_against(seat, action)}"
            if problem:
                raise BotFault(player.name, seat, self.steps, problem)
            self._calls.apply(self._s, self._o, seat, action)
            self.taken.append((seat, action))
            self.steps += 1
        player.decisions += int(self._decided[seat] > decided)


def _drivers(game: Game) -> tuple[Any, Any]:
    rules = cast(ModuleType, game.rules)
    return driver(_RULES_CALLS, rules), driver(_FORCED, rules)

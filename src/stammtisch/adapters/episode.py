"""One game for a learning program: what is fixed before, what its seats did, and the game on compiled rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import index
from types import ModuleType
from typing import Any, Final, cast

import numpy as np

from stammtisch.core.game import Game, Portable, find_game
from stammtisch.core.nature import SEED_LIMIT
from stammtisch.core.observations.observation import Numbers, features_of, reward_number, reward_range
from stammtisch.core.options import make_options
from stammtisch.core.table import Table
from stammtisch.core.words.narration import Narrator
from stammtisch.errors import ActionError, FeatureError, NatureError
from stammtisch.kernel.bits import words_for
from stammtisch.kernel.chance import DEALS, STREAM_LENGTH, open_stream
from stammtisch.kernel.compile import driver
from stammtisch.kernel.outcome import Outcome
from stammtisch.kernel.record import Row
from stammtisch.kernel.seats import NONE
from stammtisch.terminal.play.screen import picture_text

RAISE: Final = "raise"
FORFEIT: Final = "forfeit"
ANSI: Final = "ansi"  # what the interfaces call a picture made of letters

Seen = dict[str, Numbers]  # an `observation` and an `action_mask`


class EpisodeSettings(Portable):
    """What is fixed before the first game."""

    def __init__(
        self,
        game: Game | str,
        reward: str,
        longest: int,
        illegal: str,
        render_mode: str | None,
        options: Mapping[str, object],
        *,
        waits: bool = False,
    ) -> None:
        """Settle them.

        Args:
            game: A game, or the name of one that is installed.
            reward: What seats get when a game is over: `win`, `score` or `rank`.
            longest: The decisions after which a game is broken off without reward; 0 for never.
            illegal: What an illegal action does: `raise` an error, or `forfeit` the game.
            render_mode: `ansi` for pictures made of letters, or nothing.
            options: The options of the game that differ from their defaults.
            waits: Whether there is one more action, the last one, for seats that are not asked.

        Raises:
            UnknownGame: No game of this name is installed.
            OptionError: An option of the game is unknown or outside its limits.
            FeatureError: The game has no features, or one of the others is not what it may be.
        """
        self.game = find_game(game) if isinstance(game, str) else game
        self.size = features_of(self.game).LAYOUT.size
        self.choices: dict[str, Any] = dict(options)
        self.options = make_options(self.game.rules, self.choices)
        self.agents = [agent_name(seat) for seat in range(self.options.seats)]
        self.wait = self.game.rules.ACTIONS if waits else NONE
        self.actions = self.game.rules.ACTIONS + waits
        self.kind = reward_number(reward)
        self.lowest = reward_range(self.game, self.options, self.kind)[0]
        self.longest = as_number(longest)
        if self.longest < 0:
            raise FeatureError(f"longest is {longest!r}; it may be 0 or more")
        if illegal not in (RAISE, FORFEIT):
            raise FeatureError(f"illegal is {illegal!r}; it may be {RAISE} or {FORFEIT}")
        if render_mode not in (None, ANSI):
            raise FeatureError(f"render_mode is {render_mode!r}; it may be {ANSI} or None")
        self.forfeit = illegal == FORFEIT
        self.words = np.array(self.options.words(), np.int64)
        beginning = self.game.rules.State()
        self.game.rules.start(beginning, self.options)
        self.beginning = np.array(beginning.words(), np.int64)  # before the first deal

    @property
    def steps(self) -> Any:
        """The compiled code of one table, which another process compiles or finds for itself."""
        return driver("stammtisch.kernel.drivers.table_steps", cast(ModuleType, self.game.rules))

    def object_to(self, seat: int, action: object, mask: Numbers) -> None:
        """Refuse an illegal action, unless it forfeits the game.

        Raises:
            ActionError: It does not.
        """
        if not self.forfeit:
            legal = ", ".join(map(str, np.flatnonzero(mask)))
            raise ActionError(f"action of {agent_name(seat)} is {action!r}; it may be {legal}")

    def picture(self, view: Any, viewer: int) -> str:
        """Return the table as somebody sees it, in plain letters."""
        narrator = Narrator(self.game, self.options, "en", tuple(self.agents))
        return picture_text(narrator.picture(view, viewer)).plain


class EpisodeRecord(Portable):
    """The seed of a game and what its seats did; the table to which that leads is set when somebody asks for it."""

    def __init__(self, terms: EpisodeSettings, seed: int) -> None:
        self.seed = seed
        self._terms = terms
        self._actions: list[Sequence[int]] = []  # seat and action, of those that the table does not know yet
        self._table: Table | None = None

    def note(self, actions: Iterable[Sequence[int]]) -> None:
        """Note seats and their actions, which are legal."""
        self._actions.extend(actions)

    @property
    def table(self) -> Table:
        """The table after all that was noted."""
        if self._table is None:
            self._table = Table(self._terms.game, seed=self.seed, **self._terms.choices)
        for seat, action in self._actions:
            self._table.play(seat, action)
        self._actions.clear()
        return self._table


class Episode(Portable):
    """One game, until it is over, forfeited or broken off, on compiled rules."""

    def __init__(self, terms: EpisodeSettings, seed: int) -> None:
        self._terms = terms
        self.record = EpisodeRecord(terms, seed)
        self.position = terms.beginning.copy()  # its words
        self._deals = np.zeros(STREAM_LENGTH, np.int64)
        open_stream(cast(Row, self._deals), seed, DEALS, 0)
        self._legal = np.zeros(words_for(terms.game.rules.ACTIONS), np.int64)
        self._listing = np.zeros(terms.steps.LISTING, np.int64)
        self.rewards = [0.0] * len(terms.agents)
        self.decisions = 0  # actions that seats have taken
        self._forfeited = False
        self._follow(NONE, 0)

    @property
    def table(self) -> Table:
        """The table at which this game is played."""
        return self.record.table

    @property
    def over(self) -> bool:
        """Whether the game has come to its own end."""
        return self.asked == NONE

    @property
    def terminated(self) -> bool:
        """Whether the game is over or forfeited."""
        return self._forfeited or self.over

    @property
    def truncated(self) -> bool:
        """Whether the game has been broken off."""
        return 0 < self._terms.longest <= self.decisions and not self.terminated

    @property
    def ended(self) -> bool:
        """Whether nobody acts any more."""
        return self.terminated or 0 < self._terms.longest <= self.decisions

    def observe(self, seat: int) -> Seen:
        """Return what a seat knows and what it may do."""
        terms = self._terms
        seen, mask = np.zeros(terms.size, np.int8), np.zeros(terms.actions, np.int8)
        terms.steps.show(self.position, terms.words, seat, self._legal, seen, mask)
        if self.ended:
            mask[:] = 0
        if terms.wait != NONE and not mask.any():
            mask[terms.wait] = 1
        return {"observation": seen, "action_mask": mask}

    def take(self, actions: Mapping[int, object]) -> None:
        """Take an action of each of these seats, all at once or none of them.

        Raises:
            ActionError: One of them is not legal and does not forfeit the game.
        """
        numbers = {seat: as_number(action) for seat, action in actions.items()}
        illegal = [seat for seat, number in numbers.items() if not self._may(seat, number)]
        if illegal:
            self._terms.object_to(illegal[0], actions[illegal[0]], self.observe(illegal[0])["action_mask"])
            self._forfeited = True
            self.rewards = [self._terms.lowest if seat in illegal else 0.0 for seat in range(len(self.rewards))]
            return
        for seat, number in numbers.items():
            if number != self._terms.wait:
                self._follow(seat, number)
                self.record.note(((seat, number),))
                self.decisions += 1
        if self.over:
            paid = np.zeros(len(self.rewards), np.float64)
            memory = np.zeros(Outcome.length, np.int64)
            self._terms.steps.pay(self.position, self._terms.words, memory, self._terms.kind, paid)
            self.rewards = paid.tolist()

    def _may(self, seat: int, action: int) -> bool:
        """Whether a seat may take an action, or wait where it is not asked."""
        if seat == self.asked:
            return action in self._actions
        if self._waiting >> seat & 1:
            return bool(0 <= action < self._terms.actions and self.observe(seat)["action_mask"][action])
        return action == self._terms.wait != NONE

    def _follow(self, seat: int, action: int) -> None:
        """Carry out an action and what it forces."""
        terms, listing = self._terms, self._listing
        count = terms.steps.follow(self.position, terms.words, self._deals, self._legal, listing, seat, action)
        listed = listing.tolist()
        self._actions = listed[:count]
        self.asked: int = listed[terms.steps.ASKED]  # of several that choose in secret the first; NONE when it is over
        self._waiting: int = listed[terms.steps.WAITING]


def agent_name(seat: int) -> str:
    """Return a seat as learning programs call it."""
    return f"seat_{seat}"


def draw_seed(generator: np.random.Generator) -> int:
    """Return the seed of another game."""
    return int(generator.integers(SEED_LIMIT))


def as_seed(seed: object) -> int:
    """Return a seed that is given.

    Raises:
        NatureError: It is none.
    """
    number = as_number(seed)
    if not 0 <= number < SEED_LIMIT:
        raise NatureError(f"seed is {seed!r}; it may be 0 to 2^63 - 1")
    return number


def as_number(value: object) -> int:
    """Return a number of whatever integer type, or NONE."""
    try:
        return index(value)  # type: ignore[arg-type]  # that is the question
    except TypeError:
        return NONE

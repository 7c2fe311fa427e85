"""One game for a learning program, whatever the interface: what is fixed before, and what has happened so far."""

from __future__ import annotations

from collections.abc import Mapping
from operator import index
from typing import Any, Final

import numpy as np

from stammtisch.core.game import Game, find_game
from stammtisch.core.nature import SEED_LIMIT
from stammtisch.core.observations.observation import (
    Numbers,
    action_mask,
    features_of,
    observation,
    reward_number,
    reward_range,
    rewards,
)
from stammtisch.core.options import make_options
from stammtisch.core.table import Table
from stammtisch.core.words.narration import Narrator
from stammtisch.errors import ActionError, FeatureError, NatureError
from stammtisch.kernel.seats import NONE
from stammtisch.terminal.play.screen import picture_text

RAISE: Final = "raise"
FORFEIT: Final = "forfeit"
ANSI: Final = "ansi"  # what the interfaces call a picture made of letters

Seen = dict[str, Numbers]  # an `observation` and an `action_mask`


class EpisodeSettings:
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
        self.longest = _number(longest)
        if self.longest < 0:
            raise FeatureError(f"longest is {longest!r}; it may be 0 or more")
        if illegal not in (RAISE, FORFEIT):
            raise FeatureError(f"illegal is {illegal!r}; it may be {RAISE} or {FORFEIT}")
        if render_mode not in (None, ANSI):
            raise FeatureError(f"render_mode is {render_mode!r}; it may be {ANSI} or None")
        self.forfeit = illegal == FORFEIT


class Episode:
    """One game, until it is over, forfeited or broken off."""

    def __init__(self, terms: EpisodeSettings, seed: int) -> None:
        self._terms = terms
        self.table = Table(terms.game, seed=seed, **terms.choices)
        self.rewards = [0.0] * self.table.seats
        self.decisions = 0  # actions that seats have taken
        self._forfeited = False

    @property
    def terminated(self) -> bool:
        """Whether the game is over or forfeited."""
        return self._forfeited or self.table.over

    @property
    def truncated(self) -> bool:
        """Whether the game has been broken off."""
        return 0 < self._terms.longest <= self.decisions and not self.terminated

    @property
    def ended(self) -> bool:
        """Whether nobody acts any more."""
        return self.terminated or self.truncated

    @property
    def asked(self) -> int:
        """The seat that is asked; of several that choose in secret, the first that has not chosen."""
        return self.table.waiting[0]

    def observe(self, seat: int) -> Seen:
        """Return what a seat knows and what it may do."""
        return {"observation": observation(self.table, seat), "action_mask": self._mask(seat)}

    def take(self, actions: Mapping[int, object]) -> None:
        """Take an action of each of these seats, all at once or none of them.

        Raises:
            ActionError: One of them is not legal and does not forfeit the game.
        """
        numbers = {seat: _number(action) for seat, action in actions.items()}
        masks = {seat: self._mask(seat) for seat in actions}
        illegal = [seat for seat, number in numbers.items() if number not in np.flatnonzero(masks[seat])]
        if illegal:
            self._object_to(illegal[0], actions[illegal[0]], masks[illegal[0]])
            self._forfeited = True
            self.rewards = [self._terms.lowest if seat in illegal else 0.0 for seat in range(self.table.seats)]
            return
        for seat, number in numbers.items():
            if number != self._terms.wait:
                self.play(seat, number)

    def play(self, seat: int, *row: int) -> None:
        """Take a row of actions of one decision.

        Raises:
            Refused: The rules do not allow one of them.
            RowError: The decision was complete before the last of them.
        """
        self.table.play(seat, *row)
        self.decisions += len(row)
        self.rewards = rewards(self.table, self._terms.kind)

    def picture(self, viewer: int) -> str:
        """Return the table as somebody sees it, in plain letters."""
        narrator = Narrator(self.table.game, self.table.options, "en", tuple(self._terms.agents))
        return picture_text(narrator.picture(self.table.view(viewer), viewer)).plain

    def _mask(self, seat: int) -> Numbers:
        """Return a 1 for every action that a seat may take: none, or to wait, where it is not asked."""
        mask = np.zeros(self._terms.actions, np.int8)
        if not self.ended:
            mask[: self.table.rules.ACTIONS] = action_mask(self.table, seat)
        if self._terms.wait != NONE and not mask.any():
            mask[self._terms.wait] = 1
        return mask

    def _object_to(self, seat: int, action: object, mask: Numbers) -> None:
        if not self._terms.forfeit:
            legal = ", ".join(map(str, np.flatnonzero(mask)))
            raise ActionError(f"action of {agent_name(seat)} is {action!r}; it may be {legal}")


class Hosted:
    """What every environment has: the terms, and the game that is being played."""

    render_mode: str | None
    _terms: EpisodeSettings
    _episode: Episode | None = None

    @property
    def table(self) -> Table:
        """The table at which this game is played, for logs and transcripts; no learner may look at it.

        Raises:
            ActionError: No game has begun.
        """
        return self._game.table

    @property
    def _game(self) -> Episode:
        if self._episode is None:
            raise ActionError("no game has begun; reset begins one")
        return self._episode

    @property
    def _running(self) -> Episode:
        if self._game.ended:
            raise ActionError("the game is over; reset begins another")
        return self._game

    def _picture(self, viewer: int) -> str | None:
        return self._game.picture(viewer) if self.render_mode else None


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
    number = _number(seed)
    if not 0 <= number < SEED_LIMIT:
        raise NatureError(f"seed is {seed!r}; it may be 0 to 2^63 - 1")
    return number


def missing(library: str) -> ImportError:
    """Return what to say where a library is not installed."""
    return ImportError(f'{library} is not installed; these are: pip install "stammtisch[environments]"', name=library)


def _number(value: object) -> int:
    """Return a number of whatever integer type, or NONE."""
    try:
        return index(value)  # type: ignore[arg-type]  # that is the question
    except TypeError:
        return NONE

"""Gymnasium: one seat of a table, against bots. To import this module registers `stammtisch/Gang-v1` and the others."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from stammtisch.adapters.episode import (
    ANSI,
    RAISE,
    EpisodeRecord,
    EpisodeSettings,
    Seen,
    as_number,
    as_seed,
    draw_seed,
)
from stammtisch.adapters.opponents import Opponents, find_opponents, play_against
from stammtisch.batch.against_bots import BROKEN_OFF, FORFEITED, OVER
from stammtisch.bots.levels import EASY
from stammtisch.core.game import Game, Portable, find_game, game_names
from stammtisch.core.observations.observation import has_features
from stammtisch.core.table import Table
from stammtisch.errors import ActionError, BotFault, Refused, RowError, extra

with extra("environments"):
    import gymnasium

from stammtisch.adapters.spaces import action_space, observation_space

_LOGGED: Final = 256  # actions of bots that are noted in one go


class SeatEnv(Portable, gymnasium.Env[Seen, int]):
    """One seat, and bots on all others, whose choices the seed fixes as it fixes the deals.

    With `self` in place of bots, every seat learns: then each step is the decision of whoever is asked, `seat` in the
    information says who that is, and rewards are those of whoever acted.
    """

    metadata = {"render_modes": [ANSI], "render_fps": 1}  # noqa: RUF012  # theirs is not marked either

    def __init__(
        self,
        game: Game | str,
        seat: int = 0,
        opponents: Opponents = EASY,
        reward: str = "win",
        longest: int = 0,
        illegal: str = RAISE,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        """Set a table; `EpisodeSettings` says more about most of the arguments.

        Args:
            game: A game, or the name of one that is installed.
            seat: Which seat acts here, counted from 0.
            opponents: A bot for all other seats, or for each of them one, by the names that `find_bot` knows, or a net;
                or `self`.
            reward: What the seat gets when a game is over.
            longest: The decisions of all seats, from this one's first on, after which a game is broken off.
            illegal: What an illegal action does.
            render_mode: Whether the table is shown, as the seat sees it.
            options: The options of the game that differ from their defaults.

        Raises:
            UnknownGame: No game of this name is installed.
            UnknownBot: No bot of this name plays this game.
            OptionError: An option of the game is unknown or outside its limits.
            FeatureError: The game has no features, or one of the others is not what it may be.
            NetError: A net was made for another game.
        """
        self._terms = EpisodeSettings(game, reward, longest, illegal, render_mode, options)
        self._opponents = find_opponents(self._terms, seat, opponents)
        self._games = play_against(self._terms, self._opponents, games=1, logged=_LOGGED, threads=1)
        self._record: EpisodeRecord | None = None
        self.seat = seat
        self.render_mode = render_mode
        self.observation_space = observation_space(self._terms)
        self.action_space = action_space(self._terms)

    @property
    def table(self) -> Table:
        """The table at which this game is played, for logs and transcripts; no learner may look at it.

        Raises:
            ActionError: No game has begun.
        """
        return self._game.table

    def reset(
        self,
        *,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002  # theirs
    ) -> tuple[Seen, dict[str, Any]]:
        """Begin another game: that of the seed, which is the one of `Table(…, seed=seed)`, or the next one.

        Raises:
            NatureError: The seed is out of range.
            BotFault: A bot failed, or broke the rules.
        """
        seed = None if seed is None else as_seed(seed)
        super().reset(seed=seed)
        if seed is None:
            seed = draw_seed(self.np_random) if self._record is None else int(self._games.next_seeds()[0])
        self._record = EpisodeRecord(self._terms, seed)
        self._go_on(self._games.begin(seed))
        return self._seen()

    def step(self, action: int) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Take an action, and go on until a seat that learns is asked again.

        Raises:
            ActionError: The action is not legal and does not forfeit the game, or no game is being played.
            BotFault: A bot failed, or broke the rules.
        """
        games, record = self._games, self._game
        if not games.is_going():
            raise ActionError("the game is over; reset begins another")
        seat, number = games.asked(), as_number(action)
        if games.is_legal(number):
            record.note(((seat, number),))
        else:
            self._terms.object_to(seat, action, games.masks[0])
        self._go_on(games.step_alone(number))
        seen, info = self._seen()
        stands = games.ended.item(0)
        if stands:
            info["rewards"] = games.rewards[0].copy()
        return seen, games.paid.item(0), stands in (OVER, FORFEITED), stands == BROKEN_OFF, info

    def observe(self) -> Seen:
        """Return what the seat knows and what it may do: the one that is asked, where all learn.

        Raises:
            ActionError: No game has begun.
        """
        assert self._game is not None
        return self._seen()[0]

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal, as sb3-contrib asks for it.

        Raises:
            ActionError: No game has begun.
        """
        return self.observe()["action_mask"].astype(np.bool_)

    def render(self) -> str | None:
        """Return the table as the seat sees it, if that was asked for.

        Raises:
            ActionError: No game has begun.
        """
        table = self._game.table
        return self._terms.picture(table.view(self.seat), self.seat) if self.render_mode else None

    @property
    def _game(self) -> EpisodeRecord:
        if self._record is None:
            raise ActionError("no game has begun; reset begins one")
        return self._record

    def _seen(self) -> tuple[Seen, dict[str, Any]]:
        """Return what is seen, and what is told beside it."""
        games = self._games
        mask = games.masks[0].copy()
        return (
            {"observation": games.observations[0].copy(), "action_mask": mask},
            {"action_mask": mask, "seat": games.asked()},
        )

    def _go_on(self, noted: int) -> None:
        """Note what bots did, and let those play that are not compiled, until a seat that learns is asked."""
        games, opponents, record = self._games, self._opponents, self._game
        while True:
            if noted:
                record.note(games.log[:noted].tolist())
            seat = games.asked()
            if not games.is_going() or seat in games.learners:
                return
            noted = games.go_on() if seat in opponents.compiled else self._let_bot_act(seat)

    def _let_bot_act(self, seat: int) -> int:
        table, bot = self._game.table, self._opponents.players[seat]
        row = bot.choose(table.view(seat), table.options, seat, self._games.chance(), len(table.steps))
        try:
            table.play(seat, *row)
        except (Refused, RowError) as error:
            raise BotFault(bot.name, seat, len(table.steps), str(error)) from error
        return self._games.step_alone(*row)


for _game in filter(has_features, map(find_game, game_names())):
    gymnasium.register(
        id=f"stammtisch/{_game.NAME.capitalize()}-v{_game.rules.VERSION}",
        entry_point=f"{__name__}:SeatEnv",
        vector_entry_point="stammtisch.adapters.vector:SeatVectorEnv",
        kwargs={"game": _game.NAME},
    )

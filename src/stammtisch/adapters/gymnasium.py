"""Gymnasium: one seat of a table, against bots. To import this module registers `stammtisch/Gang-v1` and the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stammtisch.adapters.episode import ANSI, RAISE, Episode, EpisodeSettings, Hosted, Seen, as_seed, draw_seed, missing
from stammtisch.bots.arena.compiled_game import Player
from stammtisch.bots.levels import EASY, find_bot
from stammtisch.core.game import Game, find_game, game_names
from stammtisch.core.observations.observation import has_features
from stammtisch.errors import BotFault, FeatureError, Refused, RowError

try:
    import gymnasium
except ImportError as error:
    raise missing("gymnasium") from error

from stammtisch.adapters.spaces import action_space, observation_space


class SeatEnv(Hosted, gymnasium.Env[Seen, int]):
    """One seat, and bots on all others, whose choices the seed fixes as it fixes the deals."""

    metadata = {"render_modes": [ANSI], "render_fps": 1}  # noqa: RUF012  # theirs is not marked either

    def __init__(
        self,
        game: Game | str,
        seat: int = 0,
        opponents: str | Sequence[str] = EASY,
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
            opponents: A bot for all other seats, or for each of them one, by the names that `find_bot` knows.
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
        """
        self._terms = EpisodeSettings(game, reward, longest, illegal, render_mode, options)
        seats = range(len(self._terms.agents))
        if seat not in seats:
            raise FeatureError(f"seat is {seat!r}; it may be 0 to {seats[-1]}")
        names = [opponents] * seats[-1] if isinstance(opponents, str) else list(opponents)
        if len(names) != seats[-1]:
            raise FeatureError(f"opponents are {names!r}; there may be {seats[-1]}, or one name for all")
        others = zip((other for other in seats if other != seat), names, strict=True)
        self._bots = {other: Player(name, find_bot(self._terms.game, name), self._terms.game) for other, name in others}
        self.seat = seat
        self.render_mode = render_mode
        self.observation_space = observation_space(self._terms)
        self.action_space = action_space(self._terms)

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
        self._episode = game = Episode(self._terms, draw_seed(self.np_random) if seed is None else seed)
        self._chance = draw_seed(self.np_random)  # of the bots: the seed of the table would tell them the deals
        while not game.terminated and game.asked != self.seat:
            self._let_bot_act(game)
        game.decisions = 0
        return game.observe(self.seat), {}

    def step(self, action: int) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Take an action, and go on until the seat is asked again.

        Raises:
            ActionError: The action is not legal and does not forfeit the game, or no game is being played.
            BotFault: A bot failed, or broke the rules.
        """
        game = self._running
        game.take({self.seat: action})
        while not game.ended and game.asked != self.seat:
            self._let_bot_act(game)
        return game.observe(self.seat), game.rewards[self.seat], game.terminated, game.truncated, {}

    def observe(self) -> Seen:
        """Return what the seat knows and what it may do.

        Raises:
            ActionError: No game has begun.
        """
        return self._game.observe(self.seat)

    def render(self) -> str | None:
        """Return the table as the seat sees it, if that was asked for.

        Raises:
            ActionError: No game has begun.
        """
        return self._picture(self.seat)

    def _let_bot_act(self, game: Episode) -> None:
        table, seat = game.table, game.asked
        bot = self._bots[seat]
        row = bot.choose(table.view(seat), table.options, seat, self._chance, len(table.steps))
        try:
            game.play(seat, *row)
        except (Refused, RowError) as error:
            raise BotFault(bot.name, seat, len(table.steps), str(error)) from error


for _game in filter(has_features, map(find_game, game_names())):
    gymnasium.register(
        id=f"stammtisch/{_game.NAME.capitalize()}-v{_game.rules.VERSION}",
        entry_point=f"{__name__}:SeatEnv",
        kwargs={"game": _game.NAME},
    )

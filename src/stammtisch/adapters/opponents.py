"""Whom a learner plays against: bots by their names, nets, or itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from stammtisch.adapters.episode import EpisodeSettings
from stammtisch.batch.against_bots import GamesAgainstBots, is_compiled
from stammtisch.bots.arena.compiled_game import Player
from stammtisch.bots.bot import Bot
from stammtisch.bots.levels import find_bot
from stammtisch.bots.nets.net import Net, require_shape
from stammtisch.bots.nets.net_bot import NetBot
from stammtisch.core.game import Game, Portable
from stammtisch.errors import FeatureError

SELF: Final = "self"  # where every seat learns

Opponents = str | Net | Sequence[str | Net]


class Others(Portable):
    """Who sits on the seats of a table. In another process, and in a copy, the bots are found anew."""

    def __init__(self, game: Game, learners: Sequence[int], named: Mapping[int, str | Net]) -> None:
        """Find the bots.

        Args:
            game: What is played.
            learners: The seats that learn.
            named: By seat, the name of a bot, or a net for it to follow.

        Raises:
            UnknownBot: No bot of a name plays this game.
            NetError: A net was made for another game.
        """
        self.game = game
        self.learners = tuple(learners)
        self.named = dict(named)
        self._sit_down()

    def _sit_down(self) -> None:
        bots = {seat: _find(self.game, one) for seat, one in self.named.items()}
        self.compiled = {seat: bot for seat, bot in bots.items() if is_compiled(bot)}  # those that play inside a step
        self.players = {seat: Player(_name(self.named[seat]), bot, self.game) for seat, bot in bots.items()}

    def __getstate__(self) -> dict[str, Any]:
        """Return all but the bots."""
        return {name: value for name, value in super().__getstate__().items() if name not in ("compiled", "players")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Find the bots anew."""
        super().__setstate__(state)
        self._sit_down()


def find_opponents(terms: EpisodeSettings, seat: int, opponents: Opponents) -> Others:
    """Return who plays against a seat, or that all seats learn.

    Raises:
        UnknownBot: No bot of a name plays this game.
        FeatureError: The table has no such seat, or the bots are not as many as the other seats.
        NetError: A net was made for another game.
    """
    seats = range(len(terms.agents))
    if seat not in seats:
        raise FeatureError(f"seat is {seat!r}; it may be 0 to {seats[-1]}")
    if isinstance(opponents, str) and opponents == SELF:
        return Others(terms.game, seats, {})
    named = [opponents] * seats[-1] if isinstance(opponents, str | Net) else list(opponents)
    if len(named) != seats[-1]:
        raise FeatureError(f"opponents are {[*map(_name, named)]!r}; there may be {seats[-1]}, or one name for all")
    return Others(terms.game, [seat], dict(zip((other for other in seats if other != seat), named, strict=True)))


def _find(game: Game, one: str | Net) -> Bot:
    if isinstance(one, str):
        return find_bot(game, one)
    require_shape(one, game)
    return NetBot(game, one)


def _name(one: str | Net) -> str:
    return one if isinstance(one, str) else "a net"


def play_against(terms: EpisodeSettings, others: Others, **how: Any) -> GamesAgainstBots:
    """Return games against them, laid out as the arguments say."""
    return GamesAgainstBots(
        terms.game,
        terms.options,
        learners=others.learners,
        bots=others.compiled,
        reward=terms.kind,
        longest=terms.longest,
        **how,
    )

"""A policy as a bot, and its lead over other bots on duplicate deals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from examples.monte_carlo import Policy, choose
from stammtisch.bots.arena.compiled_game import CompiledGame, Player
from stammtisch.bots.arena.confidence_interval import Estimate, estimate
from stammtisch.bots.bot import Bot
from stammtisch.bots.levels import find_bot
from stammtisch.core.game import Game
from stammtisch.core.observations.observation import observed
from stammtisch.core.options import make_options
from stammtisch.kernel.bits import has, words_for


class PolicyBot:
    """Takes the legal action of the highest value; see `stammtisch.bots.bot.Bot`."""

    def __init__(self, policy: Policy, game: Game) -> None:
        self._policy, self._game = policy, game

    def choose(self, view: Any, options: Any, seat: int, seed: int, number: int) -> list[int]:  # noqa: ARG002  # no chance
        """Return one action of the decision that the seat owes."""
        rules, xp = self._game.rules, self._policy.xp
        legal = [0] * words_for(rules.ACTIONS)
        rules.legal(view, options, seat, legal)
        mask = np.array([[has(legal, action) for action in range(rules.ACTIONS)]], np.int8)
        numbers = np.array([observed(self._game, options, view, seat)], np.int8)
        return [int(choose(self._policy, xp.asarray(numbers), mask)[0])]


def lead_over(bot: Bot, others: str, game: Game, choices: Mapping[str, object], *, deals: int, seed: int) -> Estimate:
    """Return by how much a bot does better than the mean of others that share one name, in points a game.

    A sample is a deal: it is played once with the bot on each seat, and counts with the mean of these games.
    """
    options = make_options(game.rules, choices)
    known, other = Player("bot", bot, game), Player(others, find_bot(game, others), game)
    leads = []
    for deal in range(deals):
        lead = 0.0
        for seat in range(options.seats):
            players = [known if place == seat else other for place in range(options.seats)]
            scores = CompiledGame(game, options, players, seed + deal, deal).play().scores
            lead += (sum(scores) - scores[seat]) / (options.seats - 1) - scores[seat]  # fewer points are better
        leads.append(lead / options.seats)
    return estimate(leads)

"""One number for each bot, from all games of a player count: the model that rates people, with nobody fixed."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import fmean

from stammtisch.bots.arena.match import PlayedGame
from stammtisch.ratings.model import NEWCOMER, Rating, rate_game


def rate(games: Iterable[PlayedGame]) -> dict[str, Rating]:
    """Return the ratings of the bots after these games, in which they were rated by their places.

    Where a bot has several seats, each of them is rated by itself and the bot becomes what they are on average. Bots do
    not change, so what was learnt of them stays.
    """
    known: dict[str, Rating] = {}
    for game in games:
        before = [known.get(name, NEWCOMER) for name in game.lineup]
        rated = rate_game(before, game.result.places, change=0.0)
        for name in dict.fromkeys(game.lineup):
            own = [after for after, there in zip(rated, game.lineup, strict=True) if there == name]
            known[name] = Rating(fmean(one.strength for one in own), fmean(one.doubt for one in own))
    return known

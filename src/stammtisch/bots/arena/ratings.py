"""One number for each bot, from all games of a player count: the Plackett-Luce model of `openskill`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import fmean

from openskill.models import PlackettLuce, PlackettLuceRating

from stammtisch.bots.arena.match import PlayedGame


@dataclass(frozen=True)
class Rating:
    """How strong a bot seems: everybody begins at 25, and `doubt` shrinks with every game."""

    strength: float
    doubt: float  # a standard deviation


def rate(games: Iterable[PlayedGame]) -> dict[str, Rating]:
    """Return the ratings of the bots after these games, in which they were rated by their places.

    Where a bot has several seats, each of them is rated by itself and the bot becomes what they are on average.
    """
    model = PlackettLuce()
    known: dict[str, PlackettLuceRating] = {}
    for game in games:
        seats = [[known.get(name) or model.rating(name=name)] for name in game.lineup]
        rated = model.rate(seats, ranks=[float(place) for place in game.result.places])
        for name in dict.fromkeys(game.lineup):
            own = [after for (after,), there in zip(rated, game.lineup, strict=True) if there == name]
            known[name] = model.rating(fmean(one.mu for one in own), fmean(one.sigma for one in own), name)
    return {name: Rating(rating.mu, rating.sigma) for name, rating in known.items()}

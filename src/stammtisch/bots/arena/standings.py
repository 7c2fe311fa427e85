"""What the deals of a match say about each bot."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean

from stammtisch.bots.arena.confidence_interval import Estimate, estimate
from stammtisch.bots.arena.match import Deal, PlayedGame
from stammtisch.bots.arena.ratings import rate
from stammtisch.ratings.model import Rating


@dataclass(frozen=True)
class Standing:
    """How a bot did. Deals are the independent samples: each counts with the mean over its rotations."""

    bot: str
    games: int  # that it sat in
    score: Estimate  # as the game counts
    place: Estimate
    wins: Estimate  # the part of the games that a seat of its won; shared wins are split
    lead: Estimate | None  # by how much its worth is above that of the others; nothing if there are none
    rating: Rating
    seconds: float  # for a decision
    decisions: int


def standings(bots: Iterable[str], deals: Iterable[Deal]) -> list[Standing]:
    """Return how each bot did in the deals without a fault, whatever the order they were finished in."""
    whole = sorted((deal for deal in deals if deal.fault is None), key=lambda deal: deal.number)
    games = [game for deal in whole for game in deal.games]
    if not games:
        return []
    ratings = rate(games)
    return [_standing(name, whole, games, ratings[name]) for name in bots]


def leads(bot: str, deals: Iterable[Deal]) -> list[float]:
    """Return by how much the worth of a bot is above that of the others, a mean for each deal without a fault."""
    return [fmean(_lead(bot, game) for game in deal.games) for deal in deals if deal.fault is None]


def _standing(bot: str, deals: Sequence[Deal], games: Sequence[PlayedGame], rating: Rating) -> Standing:
    alone = all(name == bot for name in games[0].lineup)
    thinking = [deal.thinking[bot] for deal in deals]
    decisions = sum(number for _, number in thinking)
    return Standing(
        bot=bot,
        games=sum(bot in game.lineup for game in games),
        score=_over_deals(deals, bot, lambda game, seat: game.result.scores[seat]),
        place=_over_deals(deals, bot, lambda game, seat: game.result.places[seat]),
        wins=_over_deals(deals, bot, _win),
        lead=None if alone else estimate(leads(bot, deals)),
        rating=rating,
        seconds=sum(seconds for seconds, _ in thinking) / max(decisions, 1),
        decisions=decisions,
    )


def _over_deals(deals: Sequence[Deal], bot: str, value: Callable[[PlayedGame, int], float]) -> Estimate:
    """Estimate a value of a seat of the bot."""
    return estimate([fmean(fmean(_seats_of(bot, game, value)) for game in deal.games) for deal in deals])


def _seats_of(bot: str, game: PlayedGame, value: Callable[[PlayedGame, int], float]) -> list[float]:
    return [value(game, seat) for seat, name in enumerate(game.lineup) if name == bot]


def _win(game: PlayedGame, seat: int) -> float:
    places = game.result.places
    return (places[seat] == 1) / max(places.count(1), 1)  # nobody is first where a dummy won


def _lead(bot: str, game: PlayedGame) -> float:
    own = [worth for worth, name in zip(game.result.worths, game.lineup, strict=True) if name == bot]
    others = [worth for worth, name in zip(game.result.worths, game.lineup, strict=True) if name != bot]
    return fmean(own) - fmean(others)

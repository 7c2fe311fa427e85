"""How long games are, and how much there is to decide."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from stammtisch.bots.arena.confidence_interval import CONFIDENCE
from stammtisch.study.game_record import GameRecord
from stammtisch.study.measures.estimates import Measured, over_deals

LENGTHS: Final[dict[str, Callable[[GameRecord], float]]] = {
    "minutes": lambda game: game.seconds / 60,
    "rounds": lambda game: game.rounds,
    "decisions": lambda game: game.decisions,
    "steps": lambda game: game.steps,
}
QUANTILES: Final = (5, 50, 95)  # in percent of the games


def length_measures(games: Sequence[GameRecord]) -> Iterator[tuple[str, Measured | None]]:
    """Yield what there is to know about length and choice, of the games that came to an end."""
    ended = [game for game in games if game.over]
    for name, value in LENGTHS.items():
        yield name, over_deals(ended, value)
        for percent in QUANTILES:
            yield f"{name}.{percent}", length_quantile(games, name, percent)
    deciding = [game for game in ended if game.choices and game.decisions]
    yield "branching", over_deals(deciding, lambda game: game.ways / game.choices)
    yield "real", over_deals(deciding, lambda game: game.real / game.decisions, share=True)


def length_quantile(
    games: Sequence[GameRecord], name: str, percent: int, confidence: float = CONFIDENCE
) -> Measured | None:
    """Return the length that so many games in a hundred do not go beyond.

    Its interval is after Woodruff (1952): how far shares of games may be others tells which lengths it may be. Many may
    be as long as that, so there are two: it may be less if shorter games may have such a share, and more if those that
    are not longer may have less. Too few games have no interval, as what is longer than all of them is not known.
    """
    lengths = distribution(games, name)
    if not lengths:
        return None
    part, value, length = percent / 100, _length_at(lengths, percent / 100), LENGTHS[name]
    ended = [game for game in games if game.over]
    shorter = over_deals(ended, lambda game: length(game) < value, share=True, confidence=confidence)
    within = over_deals(ended, lambda game: length(game) <= value, share=True, confidence=confidence)
    low, high = part - _reach(shorter), part + _reach(within)
    if not 0 < low < high < 1:
        return Measured(value)
    return Measured(value, _length_at(lengths, low), _length_at(lengths, high))


def _reach(share: Measured | None) -> float:
    """Return how far a share may lie from what was measured: as far as can be if it has no interval."""
    if share is None or share.low is None or share.high is None:
        return 1.0
    return max(share.value - share.low, share.high - share.value)  # one side is cut where it lies beyond 0 or 1


def distribution(games: Sequence[GameRecord], name: str) -> list[float]:
    """Return a length of all games that came to an end, the shortest first."""
    return sorted(LENGTHS[name](game) for game in games if game.over)


def _length_at(lengths: Sequence[float], part: float) -> float:
    """Return the length below which so large a part of sorted lengths lies."""
    return lengths[int(part * len(lengths))]

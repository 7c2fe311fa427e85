"""How long games are, and how much there is to decide."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from stammtisch.study.game_record import GameRecord
from stammtisch.study.measures.estimates import Measured, over_deals

LENGTHS: Final[dict[str, Callable[[GameRecord], float]]] = {
    "minutes": lambda game: game.seconds / 60,
    "rounds": lambda game: game.rounds,
    "decisions": lambda game: game.decisions,
    "steps": lambda game: game.steps,
}


def length_measures(games: Sequence[GameRecord]) -> Iterator[tuple[str, Measured | None]]:
    """Yield what there is to know about length and choice, of the games that came to an end."""
    ended = [game for game in games if game.over]
    for name, value in LENGTHS.items():
        yield name, over_deals(ended, value)
    deciding = [game for game in ended if game.choices and game.decisions]
    yield "branching", over_deals(deciding, lambda game: game.ways / game.choices)
    yield "real", over_deals(deciding, lambda game: game.real / game.decisions, share=True)


def distribution(games: Sequence[GameRecord], name: str) -> list[float]:
    """Return a length of all games that came to an end, the shortest first."""
    return sorted(LENGTHS[name](game) for game in games if game.over)


def part_of(values: Sequence[float], part: float) -> float:
    """Return the value below which so large a part of sorted values lies."""
    return values[min(int(part * len(values)), len(values) - 1)]

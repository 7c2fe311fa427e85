"""Who wins: by seat, by how far from whoever opens, by bot, together, and nobody."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import fmean

from stammtisch.bots.arena.confidence_interval import CONFIDENCE
from stammtisch.kernel.seats import NONE
from stammtisch.study.game_record import GameRecord
from stammtisch.study.measures.estimates import Measured, over_deals
from stammtisch.study.plan import Cell


def win_measures(cell: Cell, games: Sequence[GameRecord]) -> Iterator[tuple[str, Measured | None]]:
    """Yield what there is to know about winning."""
    for seat in range(cell.seats):
        yield f"win.{seat}", over_deals(games, lambda game, seat=seat: game.win(seat), share=True)  # type: ignore[misc]
    yield from _opener_measures(cell, games)
    for bot in cell.match.bots if len(cell.match.bots) > 1 else ():
        yield f"bot.{bot}", over_deals(games, lambda game, bot=bot: _win_of(cell, game, bot), share=True)  # type: ignore[misc]
    yield "balance", balance(cell.seats, games)
    yield "advantage", advantage(cell.seats, games)
    ended = [game for game in games if game.over]
    yield "shared", over_deals(ended, lambda game: game.places.count(1) > 1, share=True)
    yield "nobody", over_deals(ended, lambda game: 1 not in game.places, share=True)
    yield "unfinished", over_deals(games, lambda game: not game.over, share=True)


def _opener_measures(cell: Cell, games: Sequence[GameRecord]) -> Iterator[tuple[str, Measured | None]]:
    """Yield what seats win counted from whoever opens, where it is not always the same seat that does."""
    opened = [game for game in games if game.opener != NONE]
    if len({game.opener for game in opened}) == 1:
        opened = []
    for place in range(cell.seats):

        def win(game: GameRecord, place: int = place) -> float:
            return game.win((game.opener + place) % cell.seats)

        yield f"opener.{place}", over_deals(opened, win, share=True)


def balance(seats: int, games: Sequence[GameRecord], confidence: float = CONFIDENCE) -> Measured | None:
    """Return how alike the chances of the seats are: 1 where all win equally often, 0 where one wins always.

    Its interval holds whatever the shares may be that lie in all of their intervals at once (Bonferroni); a difference
    that is 0 is never measured as 0, so the value itself lies low.
    """
    found = _distances(seats, games, confidence)
    if found is None:
        return None
    apart, nearest, farthest = found
    if len(nearest) < seats:
        return Measured(_balance(apart))
    return Measured(_balance(apart), max(_balance(farthest), 0.0), _balance(nearest))


def advantage(seats: int, games: Sequence[GameRecord], confidence: float = CONFIDENCE) -> Measured | None:
    """Return how far the seat wins from the mean of the seats that wins farthest from it, more or less often.

    Its interval is that of `balance`, and its value lies high for the same reason.
    """
    found = _distances(seats, games, confidence)
    if found is None:
        return None
    apart, nearest, farthest = found
    if len(nearest) < seats:
        return Measured(max(apart))
    return Measured(max(apart), max(nearest), min(max(farthest), 1.0))


def _distances(
    seats: int, games: Sequence[GameRecord], confidence: float
) -> tuple[list[float], list[float], list[float]] | None:
    """Return how far seats win from the mean of all: as measured, at least and at most; all of it holds at once."""
    fair, level = 1 / seats, 1 - (1 - confidence) / seats
    apart, nearest, farthest = list[float](), list[float](), list[float]()
    for seat in range(seats):
        found = even_share(games, seat, level)
        if found is None:
            return None
        apart.append(abs(found.value - fair))
        if found.low is not None and found.high is not None:
            nearest.append(max(found.low - fair, fair - found.high, 0.0))
            farthest.append(max(found.high - fair, fair - found.low))
    return apart, nearest, farthest


def even_share(games: Sequence[GameRecord], seat: int, confidence: float = CONFIDENCE) -> Measured | None:
    """Return a seat's part of the games, where those that nobody wins are split among all.

    So it lies as far from one part in n as the seat's wins lie from the mean of all seats.
    """
    return over_deals(
        games,
        lambda game: game.win(seat) if 1 in game.places else 1 / len(game.places),
        share=True,
        confidence=confidence,
    )


def _balance(apart: Sequence[float]) -> float:
    return 1 - sum(apart) / (2 * (1 - 1 / len(apart)))


def _win_of(cell: Cell, game: GameRecord, bot: str) -> float:
    """Return the mean part of the win of the seats of a bot."""
    return fmean(game.win(seat) for seat, name in enumerate(cell.lineups[game.lineup]) if name == bot)

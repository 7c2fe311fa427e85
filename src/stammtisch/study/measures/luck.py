"""What decides who wins: the deal, the seat, the player, or what is left, as components of variance.

A deal is played several times, by every rotation of the bots, or by the same again where all are the same. What a seat
gets of the win is the sum of what its seat is worth, of what its player is worth, of what this deal is worth to this
seat, and of a rest. Seats and players are fixed, deals are drawn; rotations are balanced, so the sums of squares add up
(Searle, Casella and McCulloch, Variance Components, 1992).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, Final

import numpy as np

from stammtisch.study.game_record import GameRecord
from stammtisch.study.measures.estimates import Measured, jackknife
from stammtisch.study.plan import Cell

DEAL, SEAT, PLAYER, REST = COMPONENTS = ("luck.deal", "luck.seat", "luck.player", "luck.rest")
_FEWEST: Final = 3  # deals
_NOTHING: Final = 1e-12  # variance that is left by rounding


def luck_measures(cell: Cell, games: Sequence[GameRecord]) -> Iterator[tuple[str, Measured | None]]:
    """Yield the share of each component in the variance of the win."""
    by_deal = defaultdict[int, dict[int, GameRecord]](dict)
    for game in games:
        by_deal[game.deal][game.lineup] = game
    numbers, seats = range(len(cell.lineups)), range(cell.seats)
    wins = {
        deal: np.array([[played[lineup].win(seat) for seat in seats] for lineup in numbers])
        for deal, played in by_deal.items()
    }
    names = list(cell.match.bots)
    players = np.array([[names.index(name) for name in lineup] for lineup in cell.lineups])
    chance = any(game.chances for game in games)
    for place, name in enumerate(COMPONENTS):
        if name == PLAYER and len(names) == 1:
            continue

        def share(some: Sequence[Any], place: int = place) -> float:
            return components(np.array(some), players, chance=chance)[place]

        yield name, jackknife(wins, len(wins), share, share=True) if len(wins) >= _FEWEST else None


def components(wins: Any, players: Any, *, chance: bool) -> tuple[float, float, float, float]:
    """Return the shares of deal, seat, player and rest in the variance of the win; all 0 if nothing varies.

    They add up to 1. Where the truth is 0, what is estimated lies about it, and so may be below.

    Args:
        wins: By deal, game of the deal and seat.
        players: By game of the deal and seat: the number of whoever sits there.
        chance: Whether NATURE had any choice in these games; else nothing can lie in the deal.
    """
    deals, times, _ = wins.shape
    by_seat = wins.mean(1)  # by deal and seat
    seat_means = by_seat.mean(0)
    apart = by_seat - by_seat.mean(1, keepdims=True)
    seat = float(((seat_means - seat_means.mean()) ** 2 - apart.var(0, ddof=1) / deals).mean())
    rest_of = wins - seat_means
    player, effects = 0.0, np.zeros(players.max() + 1)
    for number in range(len(effects)):
        own = players == number
        by_deal = rest_of[:, own].mean(1)
        effects[number] = by_deal.mean()
        player += float(own.mean() * (effects[number] ** 2 - by_deal.var(ddof=1) / deals))
    if len(effects) == 1:
        player = 0.0
    rest_of = rest_of - effects[players]
    rest = float(rest_of.var(1, ddof=1).mean())
    deal = float((rest_of.mean(1).var(0, ddof=1) - rest_of.var(1, ddof=1).mean(0) / times).mean()) if chance else 0.0
    whole = deal + seat + player + rest
    if whole < _NOTHING:
        return 0.0, 0.0, 0.0, 0.0
    return deal / whole, seat / whole, player / whole, rest / whole

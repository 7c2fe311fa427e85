"""A game watched: at moments spread over it, how likely each seat is to win, and how much lies in what is hidden.

The evaluator draws worlds that a viewer cannot tell apart and plays each to its end, twice, by the rules of thumb on
all seats. The viewer of the chances is a spectator, who sees what everybody sees: sealed choices and hidden cards are
none of that. How likely seats are to win as everything lies, hidden cards included, is asked beside it. What lies in
hidden things is asked from the eyes of whoever is to decide: results of the same world have in common what the world
decides, and what results of different worlds have in common is known without it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from stammtisch.kernel.seats import SPECTATOR, TABLE
from stammtisch.study.game_record import Course, SecondOpinion
from stammtisch.study.moments.second_opinion import NetOpinion, second_opinion
from stammtisch.study.moments.tried_choice import try_choices
from stammtisch.study.moments.watched_game import WatchedGame, spread_evenly
from stammtisch.study.pace import Row

MOMENTS: Final = 32  # of a game, spread evenly over its turns
SPECTATOR_WORLDS: Final = 64  # at each moment
SEAT_WORLDS: Final = 16
TIMES: Final = 2  # that each world is played out
OPEN: Final = 32  # times that the world as it is is played out


def watch(
    game: WatchedGame, rows: Sequence[Row], turns: Sequence[int], seed: int, net: NetOpinion | None = None
) -> Course:
    """Return how a game went, at some of its turns.

    Args:
        game: A game that came to its end.
        rows: What is known of each action, see `pace`.
        turns: The number of the first action of each turn.
        seed: Fixes all worlds.
        net: The second evaluator, if there is one.
    """
    chances, opened, hidden, spread = list[tuple[float, ...]](), list[tuple[float, ...]](), 0.0, 0.0
    opinions, rests = list[SecondOpinion](), game.rests() if net else []
    for moment, turn in enumerate(spread_evenly(turns, MOMENTS)):
        position, own = game.before(turn), seed + 2 * moment
        wins = game.play_out(game.view(position, SPECTATOR), SPECTATOR, own, SPECTATOR_WORLDS, times=TIMES)
        chances.append(_rounded(wins.mean((0, 1))))
        opened.append(_rounded(game.play_out(position, TABLE, seed + 3 * MOMENTS + moment, 1, times=OPEN).mean((0, 1))))
        seat = game.to_decide(position)
        view = game.view(position, seat)
        parts = spread_of(game.play_out(view, seat, own + 1, SEAT_WORLDS, times=TIMES))
        hidden, spread = hidden + parts[0], spread + parts[1]
        if net:
            by_world = game.play_out(view, seat, own + 1, SEAT_WORLDS, times=TIMES, rests=True)[:, :, seat].mean(1)
            ahead = next(shares for before, shares in rests if before > turn)
            opinions.append(second_opinion(net.chance(view, game.words, seat), by_world, ahead[seat]))
    return Course(
        turns=len(turns),
        chances=tuple(chances),
        opened=tuple(opened),
        hidden=round(hidden, 9),
        spread=round(spread, 9),
        choices=tuple(try_choices(game, rows, turns, seed + 2 * MOMENTS)),
        opinions=tuple(opinions),
        taken=tuple((int(seat), int(action)) for seat, action in game.taken.tolist()),
    )


def _rounded(chances: Any) -> tuple[float, ...]:
    return tuple(round(float(part), 6) for part in chances)


def spread_of(wins: Any) -> tuple[float, float]:
    """Return how much of the spread of results lies in the worlds, and all of it; without bias, summed over the seats.

    Args:
        wins: By world, time and seat; each world twice.
    """
    worlds = wins.shape[0]
    together = wins.sum(1)
    apart = (together.sum(0) ** 2 - (together**2).sum(0)) / (4 * worlds * (worlds - 1))  # results of different worlds
    same = (wins[:, 0] * wins[:, 1]).mean(0)
    square = (wins**2).mean((0, 1))
    return float((same - apart).sum()), float((square - apart).sum())

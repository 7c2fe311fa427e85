"""What a choice is worth: every way is tried in the same worlds, and all go on by rules of thumb.

The worlds are those that the deciding seat cannot tell apart, at the moment at which its decision is owed. Nobody has
sealed anything there: whoever chooses at the same time does so later in the playout, and by what it knows. So a way is
worth what it is against what the others seal on average.

What looks best in some worlds looks better than it is. So worlds are halved: which ways are best, second and worst is
asked from one half, and what they are worth from the other; then the other way round.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from stammtisch.study.game_record import TriedChoice
from stammtisch.study.moments.watched_game import WatchedGame, spread_evenly
from stammtisch.study.pace import Row

CHOICES: Final = 6  # of a game, spread evenly
WORLDS: Final = 128  # in which every way is tried


def try_choices(game: WatchedGame, rows: Sequence[Row], turns: Sequence[int], seed: int) -> list[TriedChoice]:
    """Return what some of the choices of a game are worth.

    Args:
        game: A game.
        rows: What is known of each action, see `pace`.
        turns: The number of the first action of each turn.
        seed: Fixes all worlds.
    """
    found = []
    for number, (turn, seat) in enumerate(spread_evenly(choices_of(rows, turns), CHOICES)):
        view = game.view(game.before(turn), seat)
        found.append(value_of(game.play_out(view, seat, seed + number, WORLDS, first=game.ways(view, seat)), seat))
    return found


def choices_of(rows: Sequence[Row], turns: Sequence[int]) -> list[tuple[int, int]]:
    """Return the decisions that begin with a choice: the number of the first action of their turn, and the seat."""
    found = []
    for begin, end in zip(turns, [*turns[1:], len(rows)], strict=True):
        ways = dict[int, int]()
        for _, seat, _, count, _, _ in rows[begin:end]:
            ways.setdefault(seat, count)
        found += [(begin, seat) for seat in sorted(ways) if ways[seat] > 1]
    return found


def value_of(wins: Any, seat: int) -> TriedChoice:
    """Return what is at stake, by world, way and seat that wins."""
    half = len(wins) // 2
    both = wins[:half].mean(0), wins[half:].mean(0)
    halves = [_valued(*both, seat), _valued(*both[::-1], seat)]
    second, worst, moved = (round(float(sum(parts)) / 2, 9) for parts in zip(*halves, strict=True))
    return TriedChoice(second, worst, round(float(wins[:, :, seat].mean(0).max()), 9), moved)


def _valued(chosen: Any, valued: Any, seat: int) -> tuple[float, float, float]:
    """Return best less second, best less worst, and how far a choice moves the chance of the other whom it moves most.

    Args:
        chosen: By way and seat: chances by which ways are chosen.
        valued: Chances that say what they are worth.
        seat: The one that chooses.
    """
    order = (-chosen[:, seat]).argsort(kind="stable")
    best, second, worst = (valued[order[place], seat] for place in (0, 1, -1))
    others = [other for other in range(chosen.shape[1]) if other != seat]
    spread = chosen[:, others].max(0) - chosen[:, others].min(0)
    other = others[int(spread.argmax())]
    moved = valued[chosen[:, other].argmax(), other] - valued[chosen[:, other].argmin(), other]
    return best - second, best - worst, moved

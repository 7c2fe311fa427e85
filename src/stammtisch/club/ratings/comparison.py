"""Whether the ratings that are kept are those that the results lead to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from stammtisch.club.ratings.moves import all_moves
from stammtisch.ratings.model import VERSION
from stammtisch.store.rating_contract import RatingMove, RatingProgress
from stammtisch.store.result_contract import GameResult


@dataclass(frozen=True)
class RatingCheck:
    """What came of computing all ratings anew."""

    moves: tuple[RatingMove, ...]  # of all results, whether they were counted or not
    counted: int  # results that were counted
    waiting: int  # results that were not, yet
    fault: str  # what is wrong with what is kept; empty if nothing is

    @property
    def standing(self) -> dict[tuple[str, int], list[RatingMove]]:
        """Where people stand, the strongest first, by game and number of seats."""
        last = {(move.game, move.seats, move.person): move for move in self.moves}
        pools: dict[tuple[str, int], list[RatingMove]] = {}
        for move in sorted(last.values(), key=lambda move: (move.game, move.seats, -move.strength, move.person)):
            pools.setdefault((move.game, move.seats), []).append(move)
        return pools


def compare(progress: RatingProgress, results: Iterable[GameResult], kept: Sequence[RatingMove]) -> RatingCheck:
    """Compute ratings anew, and compare those of results that were counted with what is kept, to the last digit.

    Args:
        progress: How far what is kept is computed.
        results: All results, in their order.
        kept: All moves that are kept, by number and person.
    """
    told = list(results)
    moves = tuple(all_moves(told))
    counted = sum(result.number <= progress.counted for result in told)
    return RatingCheck(moves, counted, len(told) - counted, _fault(progress, moves, kept))


def _fault(progress: RatingProgress, moves: Sequence[RatingMove], kept: Sequence[RatingMove]) -> str:
    if progress.model != VERSION:
        return ""  # they were computed by another version, and are computed anew by a server of this one
    expected = [move for move in moves if move.number <= progress.counted]
    if expected == list(kept):
        return ""
    differ = sorted({move.number for move in set(expected) ^ set(kept)})
    first = f"the first of {len(differ)} is result {differ[0]}" if differ else "they are in another order"
    return f"ratings are not those that results lead to: {first}; `stammtisch ratings --rebuild` makes them anew"

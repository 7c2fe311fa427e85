"""Two evaluators beside each other: how far a net and playouts are apart, and which is nearer to what happened.

What playouts say has an error, which would count as disagreement, and make their score worse: it is taken out of both.
The score is that of Brier (1950): the mean square of the chance less what happened, so 0 is best. All turns count the
same; if all games did, moments would count the more the shorter their game will be, which nobody knows who is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import sqrt
from statistics import fmean

from stammtisch.study.game_record import GameRecord, SecondOpinion
from stammtisch.study.measures.estimates import Measured, jackknife


def evaluator_measures(games: Sequence[GameRecord]) -> Iterator[tuple[str, Measured | None]]:
    """Yield what there is to know about two evaluators; nothing where there is one."""
    deals = {game.deal: game.course for game in games if game.course and game.course.opinions}
    among = 1 + max((game.deal for game in games), default=0)

    def mean_of(value: Callable[[SecondOpinion], float], *, share: bool = True) -> Measured | None:
        by_deal = {deal: (fmean(map(value, course.opinions)), course.turns) for deal, course in deals.items()}
        return jackknife(by_deal, among, lambda some: fmean(*zip(*some, strict=True)), share=share)

    square = mean_of(lambda one: (one.net - one.playouts) ** 2 - one.error)
    yield "evaluators.apart", _root(square) if square else None
    yield "evaluators.net", mean_of(net_score)
    yield "evaluators.playouts", mean_of(playouts_score)
    yield "evaluators.nearer", mean_of(lambda one: playouts_score(one) - net_score(one), share=False)


def net_score(one: SecondOpinion) -> float:
    """Return the score of the net."""
    return (one.net - one.happened) ** 2


def playouts_score(one: SecondOpinion) -> float:
    """Return the score of playouts, as if they had no error."""
    return (one.playouts - one.happened) ** 2 - one.error


def _root(square: Measured) -> Measured:
    """Return the root of a mean square, with its interval."""
    low, high = (None if end is None else sqrt(end) for end in (square.low, square.high))
    return Measured(sqrt(square.value), low, high)

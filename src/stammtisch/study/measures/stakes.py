"""What choices are worth: to whoever chooses, and of those who cannot win any more, to the others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from statistics import fmean
from typing import Final

from stammtisch.study.game_record import GameRecord, TriedChoice
from stammtisch.study.measures.estimates import Measured, jackknife, over_deals

HOPELESS: Final = 0.05  # the chance up to which a seat counts as one that cannot win, whatever it chooses
_OTHERS: Final = 2  # seats between which a king can be made


def stakes_measures(games: Sequence[GameRecord]) -> Iterator[tuple[str, Measured | None]]:
    """Yield what there is to know about the worth of choices; in chances to win."""
    tried = {game.deal: game.course.choices for game in games if game.course and game.course.choices}
    among = 1 + max((game.deal for game in games), default=0)

    def mean_of(value: Callable[[TriedChoice], float]) -> Measured | None:
        by_deal = {deal: fmean(map(value, choices)) for deal, choices in tried.items()}
        return jackknife(by_deal, among, fmean, share=True)

    yield "stakes.second", mean_of(lambda choice: choice.second)
    yield "stakes.worst", mean_of(lambda choice: choice.worst)
    several = [game for game in games if game.deal in tried and game.course and len(game.places) > _OTHERS]
    yield "hopeless", over_deals(several, _hopeless_share, share=True)
    kings = {game.deal: hopeless for game in several if (hopeless := _hopeless(tried[game.deal]))}
    yield "kingmaking", jackknife(kings, among, _moved, share=True)


def _hopeless(choices: Sequence[TriedChoice]) -> list[TriedChoice]:
    """Return the choices of seats that cannot win."""
    return [choice for choice in choices if choice.own <= HOPELESS]


def _hopeless_share(game: GameRecord) -> float:
    assert game.course is not None
    return len(_hopeless(game.course.choices)) / len(game.course.choices)


def _moved(deals: Sequence[Sequence[TriedChoice]]) -> float:
    """Return how far these choices move another's chance, each counting the same."""
    return fmean(choice.moved for choices in deals for choice in choices)

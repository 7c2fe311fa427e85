"""What the result of one game does to the ratings of the people who played it.

A game counts for everybody who played it, whoever got up. Whoever left it, or let a bot take more than a little of
their share, ends behind all others in the rating, however the bot came off: so nobody gains by leaving, and nobody
loses by staying.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from stammtisch.ratings.anchors import anchors
from stammtisch.ratings.model import NEWCOMER, Placed, Rating, margin, rate_people
from stammtisch.store.rating_contract import RatingMove
from stammtisch.store.result_contract import GameResult, SeatResult

SHOWN_WITHIN: Final = 200.0  # points: a rating is shown once its interval of 95 % reaches no further to either side
FORGIVEN: Final = 2  # decisions that a bot may take for a person in any game
PART: Final = 20  # of a longer one it may take one in so many of the steps that come to each seat


def moves_of(result: GameResult, standing: Mapping[str, RatingMove]) -> list[RatingMove]:
    """Return what a game does to those who played it; nothing if it is not rated or there was nobody to compare with.

    Bots whose level has no anchor are left out: nothing is known of their strength.

    Args:
        result: The result.
        standing: By person, the last move with this game and number of seats.
    """
    if not result.rated:
        return []
    seats = len(result.seats)
    fixed = anchors(result.game, seats)
    people = {one.person: _place(one, result) for one in result.seats if one.person}
    bots = [Placed(fixed[one.level], one.place) for one in result.seats if not one.person and one.level in fixed]
    if len(people) + len(bots) < 2:  # noqa: PLR2004  # somebody and somebody else
        return []
    placed = [Placed(rating_of(standing.get(person)), place) for person, place in people.items()]
    return [
        _moved(result, person, standing.get(person), after)
        for person, after in zip(people, rate_people(placed, bots), strict=True)
    ]


def _place(seat: SeatResult, result: GameResult) -> int:
    return len(result.seats) + 1 if was_absent(seat, result) else seat.place


def was_absent(seat: SeatResult, result: GameResult) -> bool:
    """Whether a person left a game, or let a bot take more of it than is forgiven."""
    forgiven = max(FORGIVEN, result.steps // (PART * len(result.seats)))
    return bool(seat.person) and (seat.left or seat.stood_in > forgiven)


def rating_of(move: RatingMove | None) -> Rating:
    """Return the rating after a move; a newcomer's, if there was none."""
    return Rating(move.strength, move.doubt) if move else NEWCOMER


def _moved(result: GameResult, person: str, last: RatingMove | None, after: Rating) -> RatingMove:
    before = rating_of(last)
    return RatingMove(
        number=result.number,
        person=person,
        game=result.game,
        seats=len(result.seats),
        games=1 + (last.games if last else 0),
        strength=after.strength,
        doubt=after.doubt,
        strength_before=before.strength,
        doubt_before=before.doubt,
    )


def reach(move: RatingMove) -> float:
    """Return how far the interval of a rating reaches to either side."""
    return margin(rating_of(move), move.seats)


def is_shown(move: RatingMove) -> bool:
    """Whether a rating means something."""
    return reach(move) <= SHOWN_WITHIN


def all_moves(results: Iterable[GameResult], standing: Iterable[RatingMove] = ()) -> Iterator[RatingMove]:
    """Yield what results did, given in their order: by number and person.

    Args:
        results: The results.
        standing: Where their people stood before; nothing, if these are the first results of all.
    """
    pools: dict[tuple[str, int], dict[str, RatingMove]] = {}
    for move in standing:
        pools.setdefault((move.game, move.seats), {})[move.person] = move
    for result in results:
        pool = pools.setdefault((result.game, len(result.seats)), {})
        moves = moves_of(result, pool)
        pool |= {move.person: move for move in moves}
        yield from sorted(moves, key=lambda move: move.person)

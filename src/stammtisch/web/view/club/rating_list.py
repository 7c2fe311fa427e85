"""Ratings as pages show them: numbers with their intervals, and a drawing of both on one scale."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from stammtisch.club.audience import audience_of
from stammtisch.club.ratings.moves import is_shown, rating_of, reach
from stammtisch.core.language import Say
from stammtisch.ratings.anchors import anchors
from stammtisch.ratings.model import CONFIDENCE, Rating, margin
from stammtisch.store.contract import Face, Store
from stammtisch.store.rating_contract import RatingMove
from stammtisch.web.faces import known_face
from stammtisch.web.tables.display_name import shown_name
from stammtisch.web.view.club.history_text import title_of_game
from stammtisch.web.view.number_format import hundredths

SCALE: Final = 1000  # units of the drawing from its lowest value to its highest
_MOST: Final = 100  # people in a list
_AROUND: Final = 40.0  # points of room on both sides


@dataclass(frozen=True)
class Listed:
    """Somebody with a rating: a person who may be shown, or a level of bots."""

    name: str
    rating: Rating
    games: int = 0  # that counted; none for a bot, whose rating was measured
    face: Face | None = None  # none for a bot
    you: bool = False


async def listed_people(store: Store, moves: Iterable[RatingMove], viewer: str) -> list[Listed]:
    """Return the people whose ratings mean something and may be seen by whoever asks, so many at most."""
    known = {move.person: move for move in moves if is_shown(move)}
    shown = (await audience_of(store, viewer, known)).shown
    return [
        Listed(shown_name(one.name), rating_of(move), move.games, known_face(person, one), you=person == viewer)
        for person, move in known.items()
        if (one := shown.get(person))
    ][:_MOST]


def listed_bots(game: str, seats: int) -> list[Listed]:
    """Return the levels of bots that were measured."""
    return [Listed(level, rating) for level, rating in anchors(game, seats).items()]


@dataclass(frozen=True)
class RatingLine:
    """A line of the list."""

    one: Listed
    number: str
    reach: str
    low: int  # where the interval begins in the drawing
    at: int  # where the rating is
    high: int  # where the interval ends


def rating_lines(listed: Sequence[Listed], seats: int) -> tuple[RatingLine, ...]:
    """Return the lines, the strongest first, all drawn on one scale."""
    if not listed:
        return ()
    ends = [_ends(one, seats) for one in listed]
    lowest, highest = min(low for low, _ in ends) - _AROUND, max(high for _, high in ends) + _AROUND
    width = highest - lowest

    def place(value: float) -> int:
        return round(SCALE * (value - lowest) / width)

    return tuple(
        RatingLine(
            one,
            points(one.rating.strength),
            points(margin_of(one, seats)),
            place(low),
            place(one.rating.strength),
            place(high),
        )
        for one, (low, high) in sorted(zip(listed, ends, strict=True), key=lambda line: -line[0].rating.strength)
    )


def _ends(one: Listed, seats: int) -> tuple[float, float]:
    reaches = margin_of(one, seats)
    return one.rating.strength - reaches, one.rating.strength + reaches


def margin_of(one: Listed, seats: int) -> float:
    """Return how far an interval reaches; those of bots' levels were widened when they were measured."""
    return margin(one.rating, seats if one.games else 2)


def points(number: float) -> str:
    """Return a rating as players of every language write it: without a sign between its digits.

    >>> points(1043.4), points(-0.4)
    ('1043', '0')
    """
    return f"{round(number)}".replace("-", "−")


def certainty() -> int:
    """Return how many of a hundred intervals hold."""
    return hundredths(CONFIDENCE)


def told_move(move: RatingMove, say: Say) -> str:
    """Say how a game moved somebody's rating; nothing as long as it is hidden."""
    if not is_shown(move):
        return ""
    number, reaches = points(move.strength), points(reach(move))
    gained = round(move.strength) - round(move.strength_before)
    if gained > 0:
        return say(
            "Your rating: {rating} ± {reach}, {number} higher than before.",
            rating=number, reach=reaches, number=points(gained),
        )  # fmt: skip
    if gained < 0:
        return say(
            "Your rating: {rating} ± {reach}, {number} lower than before.",
            rating=number, reach=reaches, number=points(-gained),
        )  # fmt: skip
    return say("Your rating: {rating} ± {reach}, as before.", rating=number, reach=reaches)


@dataclass(frozen=True)
class OwnRating:
    """Where somebody stands in a game with so many seats."""

    game: str
    title: str
    seats: int
    games: int
    number: str  # empty as long as it is hidden
    reach: str


def own_ratings(moves: Sequence[RatingMove], language: str) -> list[OwnRating]:
    """Return where a person stands, for their own page: games by their names."""
    found = [
        OwnRating(
            move.game,
            title_of_game(move.game, language),
            move.seats,
            move.games,
            points(move.strength) if is_shown(move) else "",
            points(reach(move)),
        )
        for move in moves
    ]
    return sorted(found, key=lambda one: (one.title, one.seats))

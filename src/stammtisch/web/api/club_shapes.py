"""What programs are told about finished games: shapes, and the functions that fill them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from datetime import date
from typing import Any, Final

from stammtisch.club.audience import AUDIENCES
from stammtisch.club.ratings.moves import SHOWN_WITHIN, is_shown, reach
from stammtisch.club.statistics import GameStatistics
from stammtisch.store.contract import Store
from stammtisch.store.rating_contract import RatingMove
from stammtisch.store.result_contract import GameResult
from stammtisch.web.api.json_schema import INTEGER, TEXT, YES_NO, Schema, about, maybe, record, ref, row_of
from stammtisch.web.view.club.rating_list import Listed, margin_of

_AMOUNT: Final[Schema] = {"type": "number"}
SHOWN_TO: Final[Schema] = about(
    {"type": "string", "enum": list(AUDIENCES)}, "to whom your games are shown: nobody (empty), `met` or `all`"
)
CLUB_SHAPES: Final[Mapping[str, Schema]] = {
    "Results": record({"results": row_of(ref("Result"))}),
    "Result": record(
        {
            "number": about(INTEGER, "counts the finished games of the house"),
            "table": TEXT,
            "game": TEXT,
            "version": about(INTEGER, "of the rules"),
            "options": about({"type": "object"}, "the options; long ones, such as boards, by their SHA-256"),
            "finished": about(_AMOUNT, "when, in seconds since 1970"),
            "kind": TEXT,
            "rated": about(YES_NO, "whether it counts for ratings"),
            "steps": INTEGER,
            "evening": about(TEXT, "the table at which the same people began to play, one game after another"),
            "you": about(maybe(INTEGER), "your seat"),
            "seats": row_of(ref("ResultSeat")),
        }
    ),
    "ResultSeat": record(
        {
            "name": about(TEXT, "as it was shown"),
            "level": about(maybe(TEXT), "of the bot; null for a person"),
            "score": INTEGER,
            "place": about(INTEGER, "from 1; equal ones share it"),
            "share": about(_AMOUNT, "of the win: 1, or less where several have won"),
            "left": about(YES_NO, "whether the person got up before the end"),
            "stood_in": about(INTEGER, "how many decisions a bot took for the person"),
        }
    ),
    "Statistics": record(
        {
            "games": INTEGER,
            "rated": about(INTEGER, "games of these that count for ratings"),
            "wins": about(_AMOUNT, "shared ones in part"),
            "wins_by_luck": about(_AMOUNT, "how many there would be if all seats were equal"),
            "places": row_of(record({"place": INTEGER, "games": INTEGER, "by_luck": _AMOUNT})),
        }
    ),
    "Ratings": record(
        {
            "game": TEXT,
            "seats": INTEGER,
            "shown_within": about(_AMOUNT, "a rating is shown once its margin is this or less"),
            "people": row_of(ref("Rated")),
            "bots": row_of(record({"level": TEXT, "rating": _AMOUNT, "margin": _AMOUNT})),
        }
    ),
    "Rated": record(
        {
            "name": TEXT,
            "rating": about(_AMOUNT, "1000 is how easy bots play; 400 more is being ahead in ten games of eleven"),
            "margin": about(_AMOUNT, "how far the interval of 95 % reaches to either side"),
            "games": about(INTEGER, "that counted"),
            "you": YES_NO,
        }
    ),
    "OwnRatings": record({"ratings": row_of(ref("OwnRating"))}),
    "OwnRating": record(
        {
            "game": TEXT,
            "seats": INTEGER,
            "games": INTEGER,
            "rating": about(maybe(_AMOUNT), "null as long as its margin is too wide"),
            "margin": _AMOUNT,
        }
    ),
    "Profile": record({"name": TEXT, "statistics": ref("Statistics")}),
    "Audience": record({"shown_to": SHOWN_TO}),
    "Forgotten": record({"forgotten": about(YES_NO, "true: there is no way back")}),
    "Everything": record(
        {
            "id": TEXT,
            "name": TEXT,
            "face": {"type": ["object", "null"]},
            "shown_to": SHOWN_TO,
            "blocked": about(row_of(TEXT), "the names of those whom you do not hear"),
            "since": about(_AMOUNT, "when you were first known, in seconds since 1970; 0: before that was counted"),
            "said": row_of(record({"table": TEXT, "line": INTEGER, "said": TEXT})),
            "reports": row_of(
                record({"table": TEXT, "words": TEXT, "said": row_of(TEXT), "at": _AMOUNT, "settled": YES_NO})
            ),
            "tries": row_of(
                record({"day": TEXT, "game": TEXT, "table": TEXT, "begun": _AMOUNT, "worth": maybe(INTEGER)})
            ),
            "results": row_of(ref("Result")),
            "ratings": row_of(ref("OwnRating")),
        }
    ),
}


def result_json(result: GameResult, person: str) -> dict[str, Any]:
    """Return a result for one of those who sat there; others are named, and no more is said about them."""
    return {
        "number": result.number,
        "table": result.table,
        "game": result.game,
        "version": result.version,
        "options": dict(result.choices),
        "finished": result.finished,
        "kind": result.kind,
        "rated": result.rated,
        "steps": result.steps,
        "evening": result.evening,
        "you": result.seat_of(person),
        "seats": [
            {
                "name": one.name,
                "level": one.level or None,
                "score": one.score,
                "place": one.place,
                "share": one.share,
                "left": one.left,
                "stood_in": one.stood_in,
            }
            for one in result.seats
        ],
    }


def ratings_json(game: str, seats: int, people: list[Listed], bots: list[Listed]) -> dict[str, Any]:
    """Return who plays how well."""
    return {
        "game": game,
        "seats": seats,
        "shown_within": SHOWN_WITHIN,
        "people": [
            {
                "name": one.name,
                "rating": one.rating.strength,
                "margin": margin_of(one, seats),
                "games": one.games,
                "you": one.you,
            }
            for one in people
        ],
        "bots": [{"level": one.name, "rating": one.rating.strength, "margin": margin_of(one, seats)} for one in bots],
    }


def own_rating_json(move: RatingMove) -> dict[str, Any]:
    """Return how well somebody plays, for themselves."""
    rating = move.strength if is_shown(move) else None
    return {"game": move.game, "seats": move.seats, "games": move.games, "rating": rating, "margin": reach(move)}


def statistics_json(found: GameStatistics) -> dict[str, Any]:
    """Return what results come to."""
    return {**asdict(found), "places": [asdict(one) for one in found.places]}


async def everything_about(store: Store, person: str) -> dict[str, Any]:
    """Return everything that is kept about a person; others are in it by their names alone."""
    face = await store.face(person)
    return {
        "id": person,
        "name": await store.person(person) or "",
        "face": asdict(face) if face else None,
        "shown_to": await store.shown_to(person),
        "since": await store.known_since(person),
        "blocked": [await store.person(other) or "" for other in sorted(await store.blocked(person))],
        "said": [{"table": table, "line": line, "said": said} for table, line, said in await store.said_by(person)],
        "reports": [
            {"table": one.table, "words": one.words, "said": list(one.said), "at": one.at, "settled": one.settled}
            for one in await store.reports_by(person)
        ],
        "tries": [
            {"day": one.day.isoformat(), "game": one.game, "table": one.table, "begun": one.begun, "worth": one.worth}
            for one in await store.tries_of(person, date.min)
        ],
        "results": [result_json(result, person) for result in await store.results_of(person)],
        "ratings": [own_rating_json(move) for move in await store.ratings_of(person)],
    }

"""What programs are told about finished games: shapes, and the functions that fill them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, Final

from stammtisch.club.statistics import GameStatistics
from stammtisch.store.contract import Store
from stammtisch.store.result_contract import GameResult
from stammtisch.web.api.json_schema import INTEGER, TEXT, YES_NO, Schema, about, maybe, record, ref, row_of

_AMOUNT: Final[Schema] = {"type": "number"}
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
    "Profile": record({"name": TEXT, "statistics": ref("Statistics")}),
    "Everything": record(
        {
            "id": TEXT,
            "name": TEXT,
            "face": {"type": ["object", "null"]},
            "shown_to": about(TEXT, "to whom your games are shown: nobody (empty), `met` or `all`"),
            "blocked": about(row_of(TEXT), "the names of those whom you do not hear"),
            "said": row_of(record({"table": TEXT, "line": INTEGER, "said": TEXT})),
            "results": row_of(ref("Result")),
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
        "blocked": [await store.person(other) or "" for other in sorted(await store.blocked(person))],
        "said": [{"table": table, "line": line, "said": said} for table, line, said in await store.said_by(person)],
        "results": [result_json(result, person) for result in await store.results_of(person)],
    }

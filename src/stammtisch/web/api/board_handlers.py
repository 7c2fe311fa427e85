"""The board of the house for programs: its shape, and what fills it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from stammtisch.club.board import Board, read_board
from stammtisch.store.contract import HouseSign
from stammtisch.store.result_contract import GameResult
from stammtisch.web.api.json_schema import INTEGER, TEXT, Schema, about, maybe, record, ref, row_of
from stammtisch.web.api.request import ApiRequest
from stammtisch.web.api.response_shapes import table_json
from stammtisch.web.tables.display_name import shown_name

BOARD_SHAPES: Final[Mapping[str, Schema]] = {
    "Sign": record(
        {
            "name": about(TEXT, "of the house; empty if its host has given it none"),
            "notice": about(TEXT, "which the host has posted, in lines; empty if there is none"),
            "at": about(maybe(INTEGER), "when it was posted, in seconds since 1970; null if there is none"),
        }
    ),
    "Board": record(
        {
            "sign": ref("Sign"),
            "days": about(row_of(ref("DayPlayed")), "the last seven, the earliest first"),
            "newcomers": about(row_of(TEXT), "who has finished their first game here on one of these days"),
            "unseen": about(INTEGER, "newcomers beside these, who do not let you see what they have played"),
            "streaks": about(row_of(ref("Streak")), "the longest first"),
            "finished": about(row_of(ref("GameWon")), "games among people, the newest first"),
            "deal_players": about(INTEGER, "how many people have played a deal of the day today"),
            "tables": about(row_of(ref("Table")), "the open and running ones that anybody may find"),
        }
    ),
    "DayPlayed": record(
        {
            "begins": about(INTEGER, "in seconds since 1970"),
            "games": {
                "type": "object",
                "additionalProperties": INTEGER,
                "description": "how many were finished, by name",
            },
        }
    ),
    "Streak": record({"name": TEXT, "wins": about(INTEGER, "one after another, in games with other people")}),
    "GameWon": record(
        {
            "game": TEXT,
            "finished": about(INTEGER, "in seconds since 1970"),
            "winners": about(row_of(TEXT), "whoever came first"),
            "others": row_of(TEXT),
        }
    ),
}


async def board(call: ApiRequest) -> object:
    """Read the board: the notice, and what the last seven days brought, with the people whom you may see."""
    registry, reader = call.registry, call.person.id if call.person else ""
    found = await read_board(registry.store, await registry.weeks.week(), reader)
    blocked = await registry.store.blocked(reader)
    names = {person: shown_name(known.name) for person, known in found.people.items()}
    return {
        "sign": sign_json(await registry.signs.sign()),
        "days": _days_json(found),
        "newcomers": [names[person] for person in found.newcomers],
        "unseen": found.unseen,
        "streaks": [{"name": names[one.person], "wins": one.wins} for one in found.streaks],
        "finished": [_won_json(game, names) for game in found.games],
        "deal_players": await registry.daily.players(registry.daily.today),
        "tables": [table_json(room, reader) for room in await registry.listed() if room.host not in blocked],
    }


def sign_json(sign: HouseSign) -> dict[str, Any]:
    """Return what the host has put up."""
    return {"name": sign.name, "notice": sign.notice, "at": int(sign.at) if sign.notice else None}


def _days_json(found: Board) -> list[dict[str, Any]]:
    return [
        {"begins": int(begins), "games": {one.game: one.number for one in found.counts if one.day == day}}
        for day, begins in enumerate(found.days)
    ]


def _won_json(game: GameResult, names: Mapping[str, str]) -> dict[str, Any]:
    called = [(seat.place == 1, names.get(seat.person, shown_name(seat.name))) for seat in game.seats]
    return {
        "game": game.game,
        "finished": int(game.finished),
        "winners": [name for won, name in called if won],
        "others": [name for won, name in called if not won],
    }

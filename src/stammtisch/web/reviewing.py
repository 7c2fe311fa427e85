"""The page that looks back at a game: each decision of a seat, the chances over the game, luck and play."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response

from stammtisch.bots.luck import Luck
from stammtisch.bots.review import Review
from stammtisch.kernel.seats import SPECTATOR
from stammtisch.web.afterwards import finished
from stammtisch.web.curve import bar, curve, widest
from stammtisch.web.figures import hundredths
from stammtisch.web.pages import title_of
from stammtisch.web.reviewed import largest_swing, lines, parts
from stammtisch.web.reviews import Progress
from stammtisch.web.room import Room
from stammtisch.web.scene import look_of, measure_of
from stammtisch.web.visit import Visit

_DIGITS: Final = 3


async def review(request: Request) -> Response:
    """Show what a strong bot thinks of a seat's decisions; it begins to think when the page is first asked for."""
    visit = await Visit.of(request)
    async with finished(visit) as room:
        pass  # it does not change any more
    if room.ended:
        problem = visit.say("This game has no end, so there is nothing to review.")
        return visit.page("sorry.html", 404, problem=problem, back=f"/t/{room.id}")
    seat = _seat(request, room, room.seat_of(visit.person.id))
    values: dict[str, Any] = {
        "room": room,
        "cloth": look_of(room.game),
        "title": title_of(room.game, visit.language),
        "seat": seat,
        "mine": seat == room.seat_of(visit.person.id),
        "name": room.names[seat],
        "played": None,
        "dealt": None,
        "decisions": None,
        "deal": None,
        "going": False,
    }
    if visit.house.thinks:
        played = await visit.house.reviews.of_seat(room, seat, visit.person.id)
        dealt = await visit.house.reviews.of_deal(room, visit.person.id)
        values |= {"decisions": played, "deal": dealt}
        if isinstance(played, Review):
            # in a thread, so that others are served meanwhile
            values["played"] = await asyncio.to_thread(_played, room, seat, played, visit)
        values["going"] = any(isinstance(one, Progress) and not one.failed for one in (played, dealt))
        if isinstance(dealt, Luck) and dealt.here and (dealt.elsewhere or measure_of(room.game).alike(room.options)):
            values["dealt"] = _dealt(room, seat, dealt, visit)
    return visit.page("review.html", **values)


def _seat(request: Request, room: Room, own: int) -> int:
    asked = request.query_params.get("seat", "")
    if asked.isdecimal() and len(asked) < _DIGITS and int(asked) < len(room.places):
        return int(asked)
    return 0 if own == SPECTATOR else own


def _played(room: Room, seat: int, found: Review, visit: Visit) -> dict[str, Any]:
    measure, o = measure_of(room.game), room.options
    told = lines(room, seat, found, visit.language, visit.say)
    worths = [room.game.rules.worth(room.game_table().position, o, other) for other in range(o.seats)]
    end = 1 / worths.count(worths[seat]) if worths[seat] == max(worths) else 0.0
    swing = largest_swing(found.judged)
    return {
        "lines": told,
        "turning": sorted((line for line in told if line.turning), key=lambda line: line.turning),
        "good": sum(line.good for line in told),
        "agreement": hundredths(sum(line.good for line in told) / max(1, len(told))),
        "lost": measure.amount(measure.of(sum(one.lost for one in found.judged if not one.good), o), visit.say),
        "swing": (told[swing - 2], told[swing - 1]) if swing else None,
        "end": hundredths(end),
        "curve": curve(told, end),
        "to_the_end": measure.to_the_end,
        "playouts": found.playouts,
    }


def _dealt(room: Room, seat: int, found: Luck, visit: Visit) -> dict[str, Any]:
    told = parts(room, seat, found, visit.say)
    amount = measure_of(room.game).amount
    return {
        "parts": [(part, bar(part, widest(told)), amount(part.error, visit.say)) for part in told],
        "games": len(found.here),
        "others": len(found.elsewhere),
        "playouts": found.playouts,
    }

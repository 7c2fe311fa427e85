"""The page that looks back at a game: each decision of a seat, the chances over the game, luck and play."""

from __future__ import annotations

from typing import Any, Final

from starlette.responses import Response

from stammtisch.bots.review.decisions import Review
from stammtisch.bots.review.luck import Luck
from stammtisch.club.statistics import moments_of, summary_text
from stammtisch.kernel.seats import SPECTATOR
from stammtisch.web.live.review_queue import Progress
from stammtisch.web.pages.replay import finished, seat_in
from stammtisch.web.pages.request import PageRequest
from stammtisch.web.tables.display_name import all_called
from stammtisch.web.tables.live_table import LiveTable
from stammtisch.web.view.number_format import hundredths
from stammtisch.web.view.review.grades import GRADES, grade_name, told_level
from stammtisch.web.view.review.review_charts import bar, curve, widest
from stammtisch.web.view.review.review_text import TURN, largest_swing, lines, next_time, parts
from stammtisch.web.view.scene import measure_of
from stammtisch.web.worker_thread import in_worker_thread

_LUCK: Final = 1  # which part of a result was the luck of the deal


async def review(page: PageRequest) -> Response:
    """Show what a strong bot thinks of a seat's decisions; it begins to think when the page is first asked for."""
    async with finished(page) as room:
        pass  # it does not change any more
    if room.ended:
        problem = page.say("This game has no end, so there is nothing to review.")
        return page.render("error.html", 404, problem=problem, back=f"/t/{room.id}")
    own = room.seat_of(page.person.id)
    seat = seat_in(page.query.get("seat", ""), room, 0 if own == SPECTATOR else own)
    names = all_called(room.names, page.say)
    values: dict[str, Any] = {
        **page.about(room),
        "seat": seat,
        "mine": seat == own,
        "name": names[seat],
        "names": names,
        "played": None,
        "dealt": None,
        "decisions": None,
        "deal": None,
        "going": False,
    }
    if page.registry.thinks:
        played = await page.registry.reviews.of_seat(room, seat, page.person.id)
        dealt = await page.registry.reviews.of_deal(room, page.person.id)
        values |= {"decisions": played, "deal": dealt}
        if isinstance(played, Review):
            values["played"] = await in_worker_thread(_played, room, seat, played, page)
        values["going"] = any(isinstance(one, Progress) and not one.failed for one in (played, dealt))
        alike = measure_of(room.game).alike(room.options)
        if isinstance(played, Review) and isinstance(dealt, Luck) and dealt.here and (dealt.elsewhere or alike):
            values["dealt"] = await in_worker_thread(_dealt, room, seat, dealt, played, page)
        if isinstance(played, Review):
            await _keep_summary(page, room, seat, played, values["dealt"])
    return page.render("review.html", **values)


async def _keep_summary(
    page: PageRequest, room: LiveTable, seat: int, played: Review, dealt: dict[str, Any] | None
) -> None:
    """Keep in short what was found, so that nobody has to work it out again who looks at all games of somebody."""
    luck = [dealt["parts"][index][0].value for index in (-1, _LUCK)] if dealt else []
    told = summary_text(moments_of(played.judged), luck)
    store, part = page.registry.store, f"summary {seat}"
    if await store.review(room.id, part) != told:
        await store.save_review(room.id, part, told)


def _played(room: LiveTable, seat: int, found: Review, page: PageRequest) -> dict[str, Any]:
    measure, o = measure_of(room.game), room.options
    told = lines(room, seat, found, page.language, page.say)
    worths = [room.game.rules.worth(room.game_table().position, o, other) for other in range(o.seats)]
    end = 1 / worths.count(worths[seat]) if worths[seat] == max(worths) else 0.0
    swing = largest_swing(found.judged)
    lost = measure.of(sum(one.cost for one in found.judged), o)
    each = lost / max(1, len(told))
    return {
        "lines": told,
        "dearest": sorted((line for line in told if line.rank), key=lambda line: line.rank),
        "least": hundredths(TURN),
        "turned": any(line.turning for line in told),
        "counts": [(grade_name(grade, page.say), grade, sum(line.grade == grade for line in told)) for grade in GRADES],
        "each": measure.amount(each, page.say, 1),
        "like": told_level(measure.scale.level(each), page.say) if measure.scale else "",
        "lost": measure.amount(lost, page.say, 0),
        "next": next_time(room, seat, found, page.language, page.say),
        "swing": (told[swing - 2], told[swing - 1]) if swing else None,
        "end": hundredths(end),
        "curve": curve(told, end),
        "to_the_end": measure.to_the_end,
        "playouts": found.playouts,
    }


def _dealt(room: LiveTable, seat: int, found: Luck, played: Review, page: PageRequest) -> dict[str, Any]:
    told = parts(room, seat, found, played, page.say)
    amount = measure_of(room.game).amount
    return {
        "parts": [(part, bar(part, widest(told)), amount(part.error, page.say, 0)) for part in told],
        "games": len(found.here),
        "others": len(found.elsewhere),
        "playouts": found.playouts,
    }

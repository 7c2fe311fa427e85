"""A finished game: looked at step by step from any seat, downloaded, pictured, and its deal checked."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from starlette.responses import PlainTextResponse, Response

from stammtisch.core.fair_deal import deals_that_fit, fingerprint
from stammtisch.core.transcripts.deal_comments import DealSource, write_source
from stammtisch.core.transcripts.transcript import write_transcript
from stammtisch.kernel.seats import SPECTATOR
from stammtisch.web.fields import whole_number
from stammtisch.web.pages.request import NotFound, PageRequest, title_of
from stammtisch.web.tables.deal_words import who_added
from stammtisch.web.tables.live_table import LiveTable
from stammtisch.web.tables.old_versions import bare_lines
from stammtisch.web.tables.record import OVER
from stammtisch.web.view.ending.panel import ending_of
from stammtisch.web.view.ending.picture import result_picture
from stammtisch.web.view.log.log_parts import earlier_address
from stammtisch.web.view.render import regions
from stammtisch.web.view.review.review_text import lines
from stammtisch.web.view.story import Story
from stammtisch.web.worker_thread import in_worker_thread

_DIGITS: Final = 9  # of a step


async def replay(page: PageRequest) -> Response:
    """The game at one of its steps, as a seat or a spectator saw it, or with all cards open."""
    async with finished(page) as room:
        last = len(room.game_table().steps)
        step = min(whole_number(page.query.get("step", ""), _DIGITS, last), last)
        eyes = page.query.get("as", "all")
        seat = seat_in(eyes, room, SPECTATOR)
        shown = eyes if eyes == "all" or seat != SPECTATOR else "spectator"
        story = Story(room, seat, page.language, everything=eyes == "all", you=room.seat_of(page.person.id))
        scene = story.until(step)
        advice = None
        if "better" in page.query and seat != SPECTATOR and (found := await page.registry.reviews.kept(room, seat)):
            told = await in_worker_thread(lines, room, seat, found, page.language, page.say)
            advice = next((line for line in told if line.step == step), None)
            scene.better = next((one.best for one in found.judged if one.step == step and not one.good), ())
        return page.render(
            "replay.html",
            **page.about(room),
            preview=page.preview(room, "replay"),
            scene=scene,
            regions=regions(scene),
            log=scene.log_parts,
            earlier=earlier_address(room.id, story.earlier_than(step), shown),
            advice=advice if scene.better else None,
            step=step,
            last=last,
            eyes=shown,
            fingerprint=fingerprint(room.saved.seed),
            seed=room.open_seed,
            address=str(page.connection.url.replace(query="")),
            dealt=await in_worker_thread(deals_that_fit, room.game_table(), room.deal_seed, room.deal_table),
            who_added=who_added(room, page.say),
        )


@asynccontextmanager
async def finished(page: PageRequest, *, readable: bool = True) -> AsyncIterator[LiveTable]:
    """Hold a table at which everything is open by now.

    Raises:
        NotFound: There is none, or it is still being played.
    """
    async with (await page.table()).held() as room:
        if room.stage != OVER or not room.begun or (readable and not room.readable):
            raise NotFound
        yield room


def seat_in(text: str, room: LiveTable, otherwise: int) -> int:
    """Return the seat that a part of an address names, or `otherwise` if it names none of the table's."""
    seat = whole_number(text, 2)
    return seat if 0 <= seat < len(room.places) else otherwise


async def result(page: PageRequest) -> Response:
    """How a game ended, as a picture to share, in the reader's language."""
    async with finished(page) as room:
        ending = ending_of(Story(room, SPECTATOR, page.language, everything=True).catch_up().scene)
        if ending is None:  # the house has ended it
            raise NotFound
        drawing = result_picture(ending, title_of(room.game, page.language), page.house)
    return await page.picture(drawing)


async def transcript(page: PageRequest) -> Response:
    """The whole game as text, with what the fair deal was made from."""
    async with finished(page, readable=False) as room:
        deal = room.record.deal
        source = DealSource(room.deal_table, room.saved.seed, deal.contributions, deal.house_alone, room.names)
        secret = room.record.lesson or not room.open_seed  # what was prepared fits no seed of a table
        comments = [] if secret else write_source(source)
        if room.readable:
            text = await in_worker_thread(write_transcript, room.game_table(), comments=comments)
        else:
            text = "\n".join([*comments, *await bare_lines(room)]) + "\n"
    name = f"{room.game.NAME}-{room.id}.txt"
    return PlainTextResponse(text, headers={"content-disposition": f'attachment; filename="{name}"'})

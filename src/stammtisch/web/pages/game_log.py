"""What happened earlier at a table, whose page shows the newest part of its log only."""

from __future__ import annotations

from typing import Final

from starlette.responses import Response

from stammtisch.kernel.seats import SPECTATOR
from stammtisch.web.fields import whole_number
from stammtisch.web.live.broadcast import Channel
from stammtisch.web.pages.replay import seat_in
from stammtisch.web.pages.request import NotFound, PageRequest
from stammtisch.web.tables.record import OVER
from stammtisch.web.view.log.log_parts import earlier_address, in_parts
from stammtisch.web.view.scene import draw_sentence
from stammtisch.web.view.story import Story
from stammtisch.web.worker_thread import in_worker_thread

_DIGITS: Final = 9  # of a place in the log


async def game_log(page: PageRequest) -> Response:
    """Tell what happened before a place in the log, as whoever asks was told it, or `as` a replay tells it."""
    channel = await page.table()
    eyes = page.query.get("as", "")
    async with channel.held() as room:
        trying = room.record.daily is not None and room.host != page.person.id
        if not room.begun or not room.readable or (trying and not eyes) or (eyes and room.stage != OVER):
            raise NotFound
        story = _replayed(page, channel, eyes) if eyes else channel.story(room.seat_of(page.person.id), page.language)
        place = whole_number(page.query.get("before", ""), _DIGITS, 10**_DIGITS)
        lines, earlier = await in_worker_thread(story.before, place)
        parts = in_parts(lines, lambda sentence: draw_sentence(sentence, room.game, page.language))
    return page.render(
        "game_log.html",
        log=parts,
        earlier=earlier_address(room.id, earlier, eyes),
        back=f"/t/{room.id}/replay" if eyes else f"/t/{room.id}",
        **page.about(room),
    )


def _replayed(page: PageRequest, channel: Channel, eyes: str) -> Story:
    seat = seat_in(eyes, channel.room, SPECTATOR)
    you = channel.room.seat_of(page.person.id)
    return Story(channel.room, seat, page.language, everything=eyes == "all", you=you)

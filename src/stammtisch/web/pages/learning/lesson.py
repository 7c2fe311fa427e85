"""The guided first round of a game: sitting down to it, reading on, and leaving it; and what wins, once read."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from starlette.responses import Response

from stammtisch.bots.levels import EASY
from stammtisch.core.game import game_names
from stammtisch.kernel.seats import SPECTATOR
from stammtisch.web.http.identity import COOKIE_SECONDS
from stammtisch.web.pages.lobby import named
from stammtisch.web.pages.request import NotFound, PageRequest, find
from stammtisch.web.pages.table import GOALS
from stammtisch.web.tables.display_name import NameRefused, name_problem
from stammtisch.web.tables.lessons import blocks_up, lesson_in, mark_read, seat_learner, skip_lesson
from stammtisch.web.tables.live_table import LiveTable
from stammtisch.web.tables.record import TableTerms

_DIGITS: Final = 4  # of the number of a block


async def learn(page: PageRequest) -> Response:
    """Sit somebody at a table with easy bots, at which a game is explained while it is played."""
    game = find(page.value("game"))
    lesson = lesson_in(game.NAME, "en")
    if lesson is None:
        raise NotFound
    try:
        learner = await named(page)
    except NameRefused:
        return page.render("error.html", 422, problem=name_problem(page.say), back="/")
    room = page.registry.new_table(game, dict(lesson.choices), learner.id, TableTerms(level=EASY, hints=True))
    await seat_learner(room, lesson, learner)
    channel = await page.registry.open(room)
    await page.registry.start_if_alone(channel)
    return page.go(f"/t/{room.id}")


async def go_on(page: PageRequest) -> Response:
    """Note that the learner has read a block; the bots go on when it was the last."""
    async with _learning(page) as room:
        await mark_read(room, min(page.number("block", _DIGITS) + 1, blocks_up(room)))
    return page.done(f"/t/{room.id}")


async def skip(page: PageRequest) -> Response:
    """Leave a lesson: the game goes on like any other with bots."""
    async with _learning(page) as room:
        await skip_lesson(room)
    return page.done(f"/t/{room.id}")


@asynccontextmanager
async def _learning(page: PageRequest) -> AsyncIterator[LiveTable]:
    """Hold the table at which somebody learns, and let the bots look afterwards.

    Raises:
        PermissionError: They do not sit there, or no game has begun.
    """
    channel = await page.table()
    async with channel.held() as room:
        if room.seat_of(page.person.id) == SPECTATOR or room.table is None:
            raise PermissionError
        yield room
    page.registry.bot_turns.wake(channel)


async def read_goal(page: PageRequest) -> Response:
    """Note that somebody has read what wins at a game: the card does not open by itself any more."""
    game, back = find(page.value("game")), page.value("back")
    known = {name for name in page.connection.cookies.get(GOALS, "").split(".") if name in game_names()}
    answer = page.done(back if back.startswith("/t/") else "/")
    answer.set_cookie(GOALS, ".".join(sorted({*known, game.NAME})), max_age=COOKIE_SECONDS, samesite="lax")
    return answer

"""A finished game: looked at step by step from any seat, downloaded, and its deal checked."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from stammtisch.core.fair import deals_that_fit, fingerprint
from stammtisch.core.transcript import write_transcript
from stammtisch.kernel.seats import SPECTATOR
from stammtisch.web.facts import OVER
from stammtisch.web.frames import Story
from stammtisch.web.outdated import bare_lines
from stammtisch.web.pages import title_of
from stammtisch.web.render import regions
from stammtisch.web.room import Room
from stammtisch.web.scene import look_of
from stammtisch.web.visit import NotFound, Visit


async def replay(request: Request) -> Response:
    """The game at one of its steps, as a seat or a spectator saw it, or with all cards open."""
    visit = await Visit.of(request)
    async with finished(visit) as room:
        last = len(room.game_table().steps)
        step = _number(request.query_params.get("step", ""), last)
        eyes = request.query_params.get("as", "all")
        seat = int(eyes) if eyes.isdecimal() and len(eyes) < 3 and int(eyes) < len(room.places) else SPECTATOR  # noqa: PLR2004
        story = Story(room, seat, visit.language, everything=eyes == "all")
        scene = story.until(step)
        return visit.page(
            "replay.html",
            room=room,
            cloth=look_of(room.game),
            title=title_of(room.game, visit.language),
            scene=scene,
            regions=regions(scene),
            log=scene.log,
            step=step,
            last=last,
            eyes=eyes if eyes == "all" or seat != SPECTATOR else "spectator",
            fingerprint=fingerprint(room.saved.seed),
            seed=room.saved.seed.hex(),
            address=str(request.url.replace(query="")),
            dealt=deals_that_fit(room.game_table(), room.saved.seed, room.id),
        )


@asynccontextmanager
async def finished(visit: Visit, *, readable: bool = True) -> AsyncIterator[Room]:
    """Hold a table at which everything is open by now.

    Raises:
        NotFound: There is none, or it is still being played.
    """
    async with (await visit.table()).held() as room:
        if room.stage != OVER or not room.begun or (readable and not room.readable):
            raise NotFound
        yield room


def _number(text: str, most: int) -> int:
    return min(int(text), most) if text.isdecimal() and len(text) < 10 else most  # noqa: PLR2004


async def transcript(request: Request) -> Response:
    """The whole game as text, with what the fair deal was made from."""
    visit = await Visit.of(request)
    async with finished(visit, readable=False) as room:
        comments = [f"# table {room.id}", f"# seed of the deal {room.saved.seed.hex()}"]
        comments += [f"# seat {seat} {name}" for seat, name in enumerate(room.names)]
        if room.readable:
            text = write_transcript(room.game_table(), comments=comments)
        else:
            text = "\n".join([*comments, *await bare_lines(room)]) + "\n"
    name = f"{room.game.NAME}-{room.id}.txt"
    return PlainTextResponse(text, headers={"content-disposition": f'attachment; filename="{name}"'})

"""Looks for the moment that decided a game, and draws it: the middle of the table, two or three times."""

from __future__ import annotations

import re
from typing import Final

from markupsafe import Markup

from stammtisch.core.language import voice
from stammtisch.core.table import Table
from stammtisch.core.words.narration import EVERYTHING, Narrator, Viewpoint
from stammtisch.core.words.optional_words import decisive
from stammtisch.kernel.seats import SPECTATOR, TABLE
from stammtisch.web.tables.display_name import all_called
from stammtisch.web.tables.live_table import LiveTable
from stammtisch.web.tables.record import OVER
from stammtisch.web.view.ending.moment import DecisiveMoment
from stammtisch.web.view.log.card_marks import marked
from stammtisch.web.view.render import regions
from stammtisch.web.view.scene import Scene, draw_sentence, face_of
from stammtisch.web.worker_thread import in_worker_thread

_MOST: Final = 3000  # steps, the last ones, that are looked through: nobody remembers more
_ONCE: Final = re.compile(r'\s(?:(?:id|tabindex|data-[a-z-]+)="[^"]*"|data-flip(?=[\s>]))')


async def find_decisive(room: LiveTable) -> None:
    """Note which step decided the game of a table, where it is over and nobody has looked yet."""
    if room.decisive is None and room.stage == OVER and room.table is not None and room.table.over:
        room.decisive = await in_worker_thread(_decisive_step, room.table)


def _decisive_step(table: Table) -> int:
    first = max(0, len(table.steps) - _MOST)
    viewpoint = Viewpoint(table, EVERYTHING, steps=first)
    return decisive(table.game, [viewpoint.follow(step) for step in table.steps[first:]], table.options)


def decisive_moment(room: LiveTable, language: str, you: int) -> DecisiveMoment | None:
    """Return the moment that decided a game that is over, if it is known by now; everybody may see all of it.

    It is the table before the step, after it, and after what the table did by itself then.
    """
    number, table = room.decisive, room.game_table()
    if number is None:
        return None
    seen = Viewpoint(table, EVERYTHING, steps=max(0, number - 1))
    if number > 0:
        seen.follow(table.steps[number - 1])
    eyes = _eyes(room, table.steps[number].seat)
    pictures = [_picture(room, seen, eyes, language)]
    step = seen.follow(table.steps[number])
    pictures.append(_picture(room, seen, eyes, language))
    names = all_called(room.names, voice("stammtisch.web", language))
    narrator = Narrator(room.game, room.options, language, names, you=you, card=marked)
    caption = narrator.sentence(step)
    if number + 1 < len(table.steps) and table.steps[number + 1].seat == TABLE:
        caption = caption or narrator.sentence(seen.follow(table.steps[number + 1]))
        pictures.append(_picture(room, seen, eyes, language))
    return DecisiveMoment(number + 1, tuple(dict.fromkeys(pictures)), draw_sentence(caption, room.game, language))


def _eyes(room: LiveTable, seat: int) -> int:
    """Return who looks: somebody who watches, or where the page of the game wants that, the seat itself."""
    own = getattr(face_of(room.game), "MOMENT_FROM_SEAT", False)
    return seat if own and seat < len(room.places) else SPECTATOR


def _picture(room: LiveTable, seen: Viewpoint, eyes: int, language: str) -> Markup:
    """Return the middle of the table as it is, without what a page may hold only once."""
    last = seen.last
    scene = Scene(
        room.game,
        room.options,
        seen.view,
        eyes,
        language,
        room.places,
        all_called(room.names, voice("stammtisch.web", language)),
        last.before if last else None,
        last.step if last else None,
        over=room.game.rules.waiting(seen.view, room.options) == 0,
        acts=False,
    )
    return Markup(_ONCE.sub("", regions(scene)["table"]))  # noqa: S704  # our own templates escape

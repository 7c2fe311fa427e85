"""What a link to a table or a deal of the day says before anybody opens it: Open Graph's tags are made of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from stammtisch.core.language import Reader, Say, voice
from stammtisch.core.rules_page import voice_of
from stammtisch.kernel.seats import SPECTATOR
from stammtisch.web.tables.display_name import all_called
from stammtisch.web.tables.live_table import LiveTable
from stammtisch.web.tables.record import OPEN
from stammtisch.web.view.ending.places import listed, who_won

Address = Callable[..., object]  # the address of a route, from its name and the parts of its path


@dataclass(frozen=True)
class LinkPreview:
    """A title, a sentence and a picture, for whoever is shown the link; the same for everybody who has it."""

    title: str
    text: str
    image: str
    address: str


def link_preview(room: LiveTable, language: str, url_for: Address, page: str = "table") -> LinkPreview:
    """Return what a link to a table says; `page` is the name of the route that it leads to."""
    title, text = _told(room, language)
    over = room.table is not None and room.table.over
    image = url_for("result", table=room.id) if over else url_for("game picture", game=room.game.NAME)
    return LinkPreview(title, text, f"{image}?lang={language}", str(url_for(page, table=room.id)))


def daily_preview(title: str, game: str, day: date, say: Say, url_for: Address) -> LinkPreview:
    """Return what a link to a deal of the day says: the same to everybody, and after the game what it said before."""
    text = say(
        "Every day one deal of each game: you against the same bots with the same cards as everybody else. You have "
        "one try that counts."
    )
    image = url_for("game picture", game=game)
    return LinkPreview(title, text, f"{image}?lang={say.language}", str(url_for("daily deal", game=game, day=day)))


def _told(room: LiveTable, language: str) -> tuple[str, str]:
    say, game_say = voice("stammtisch.web", language), voice_of(room.game, language)
    game = room.game.words.title(game_say)
    if room.stage == OPEN:
        host = next((place.name for place in room.places if place.person == room.host), "")
        free = sum(place.free for place in room.places)
        title = say("{name} invites you to play {game}", name=host, game=game) if host else game
        return title, say.count(
            "{number} seat is free. Sit down in your browser, without an account.",
            "{number} seats are free. Sit down in your browser, without an account.",
            free,
        )
    outcome = room.table.outcome() if room.table else None
    if room.table is None or outcome is None:
        return game, say("At the table: {names}.", names=listed(list(all_called(room.names, say)), say))
    names = all_called(room.names, say)
    view, reader = room.table.view(SPECTATOR), Reader(game_say, names)
    result = who_won(outcome, names, say)
    told = room.game.words.ending(outcome, view, room.options, reader)
    return say("{game}: {result}", game=game, result=result), told

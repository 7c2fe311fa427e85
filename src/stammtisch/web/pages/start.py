"""The start page."""

from __future__ import annotations

from functools import cache

from starlette.responses import Response

from stammtisch.core.game import Game, find_game, game_names
from stammtisch.core.rules_page import read_page
from stammtisch.errors import StammtischError
from stammtisch.web.pages.request import PageRequest, title_of


async def start(page: PageRequest) -> Response:
    """The start page: the games, open tables, and one's own."""
    games = [(find_game(name), title_of(find_game(name), page.language)) for name in game_names()]
    mine = await page.registry.of(page.person.id)
    own, blocked = {room.id for room in mine}, await page.registry.store.blocked(page.person.id)
    listed = [room for room in await page.registry.listed() if room.id not in own and room.host not in blocked]
    return page.render("start.html", games=games, mine=mine, listed=listed, title_of=title_of, pitch_of=pitch_of)


@cache
def pitch_of(game: Game, language: str) -> str:
    """Return what kind of game it is, in a sentence: the one its page of rules begins with."""
    try:
        text, _ = read_page(game, language)
    except StammtischError:
        return ""
    return next((part.replace("\n", " ") for part in text.split("\n\n") if part[:1].isalpha()), "")

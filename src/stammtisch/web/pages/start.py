"""The start page, and its button that begins a game without asking anything."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from typing import Final

from starlette.responses import Response

from stammtisch.bots.levels import EASY, NORMAL, level_names
from stammtisch.core.game import Game, find_game, game_names
from stammtisch.core.game_forms import GameForm, difficulty_of, easiest_first, forms_of, shortest_form
from stammtisch.core.options import choices_of, defaults_of
from stammtisch.core.rules_page import read_page, voice_of
from stammtisch.errors import StammtischError
from stammtisch.kernel.choices import Between
from stammtisch.web.pages.lobby import named, opened
from stammtisch.web.pages.request import PageRequest, find, title_of
from stammtisch.web.tables.display_name import NameRefused, name_problem
from stammtisch.web.tables.record import TableTerms

_REMEMBERED: Final = 100  # finished games, by which somebody is known to have played one before


@dataclass(frozen=True)
class GameCard:
    """A game as the start page offers it."""

    name: str
    title: str
    pitch: str  # in a sentence
    difficulty: int  # from 1 to 3; 0 if nobody has said
    fewest: int
    most: int
    seats: int  # of the shortest form
    forms: tuple[tuple[str, int], ...]  # names and minutes, the shortest first
    levels: tuple[str, ...]
    level: str  # that suits this person


async def start(page: PageRequest) -> Response:
    """The start page: what is one's own, the games, open tables."""
    mine = await page.registry.of(page.person.id)
    own, blocked = {room.id for room in mine}, await page.registry.store.blocked(page.person.id)
    listed = [room for room in await page.registry.listed() if room.id not in own and room.host not in blocked]
    played = await _played(page)
    cards = [_card(game, page.language, played) for game in easiest_first([*map(find_game, game_names())])]
    return page.render("start.html", cards=cards, mine=mine, listed=listed, title_of=title_of)


async def _played(page: PageRequest) -> frozenset[str]:
    """Return the games that somebody has played to the end."""
    return frozenset(room.game.NAME for room in await page.registry.finished(page.person.id, _REMEMBERED))


def _card(game: Game, language: str, played: Collection[str]) -> GameCard:
    say, (fewest, most, usual) = voice_of(game, language), _seats(game)
    return GameCard(
        game.NAME,
        title_of(game, language),
        _pitch(game.NAME, language),
        difficulty_of(game),
        fewest,
        most,
        usual,
        tuple((form.name(say), form.minutes) for form in forms_of(game)),
        level_names(game),
        _level(game, played),
    )


def _seats(game: Game) -> tuple[int, int, int]:
    """Return how few and how many may play a game, and how many do if nobody says."""
    choice = choices_of(game.rules)["seats"]
    usual = int(str({**defaults_of(game.rules), **shortest_form(game).choices}["seats"]))
    return (choice.low, choice.high, usual) if isinstance(choice, Between) else (usual, usual, usual)


def _level(game: Game, played: Collection[str]) -> str:
    """Return which bots suit somebody: easy ones for the first game of a kind."""
    return NORMAL if game.NAME in played else EASY


@cache
def _pitch(name: str, language: str) -> str:
    """Return what a game is about, in a sentence: the one with which the first part of its page of rules begins."""
    try:
        text, _ = read_page(find_game(name), language)
    except StammtischError:
        return ""
    parts = text.partition("\n## ")[2].split("\n\n")
    return next((part.partition("\n")[0] for part in parts[1:] if part[:1].isalpha()), "")


async def play_now(page: PageRequest) -> Response:
    """Sit somebody at a table with bots, at once: at the shortest form of the game, unless they have said otherwise."""
    game = find(page.value("game"))
    try:
        host = await named(page)
    except NameRefused:
        return page.render("error.html", 422, problem=name_problem(page.say), back="/")
    level = page.value(f"level-{game.NAME}")
    if level not in level_names(game):
        level = _level(game, await _played(page))
    choices = {**_form(page, game).choices, **_chosen_seats(page, game)}
    room = page.registry.new_table(game, choices, host.id, TableTerms(level=level, hints=True))
    return await opened(page, room, host, bots=len(room.places) - 1)


def _form(page: PageRequest, game: Game) -> GameForm:
    forms, number = forms_of(game), page.number(f"form-{game.NAME}", 2)
    return forms[number] if 0 <= number < len(forms) else shortest_form(game)


def _chosen_seats(page: PageRequest, game: Game) -> dict[str, object]:
    (fewest, most, _), seats = _seats(game), page.number(f"seats-{game.NAME}", 2)
    return {"seats": seats} if fewest <= seats <= most else {}

"""The start page, and its button that begins a game without asking anything."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from typing import Final

from starlette.responses import Response

from stammtisch.bots.levels import EASY, NORMAL, level_names
from stammtisch.core.game import Game, find_game, game_names
from stammtisch.core.game_forms import difficulty_of, easiest_first, forms_of, shortest_form
from stammtisch.core.options import choices_of, defaults_of
from stammtisch.core.rules_page import read_page, voice_of
from stammtisch.errors import StammtischError
from stammtisch.kernel.choices import Between
from stammtisch.web.faces import usual_face
from stammtisch.web.pages.lobby import chosen_form, named, opened
from stammtisch.web.pages.request import PageRequest, find, title_of
from stammtisch.web.tables.display_name import NameRefused, called, name_problem
from stammtisch.web.tables.lessons import is_at_its_end, is_to_be_read, lesson_in
from stammtisch.web.tables.live_table import LiveTable
from stammtisch.web.tables.record import OPEN, TableTerms

_REMEMBERED: Final = 100  # finished games, by which somebody is known to have played one before
_LATELY: Final = 5  # of them that are shown


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
    lesson: bool  # whether there is a guided first round


@dataclass(frozen=True)
class TableLine:
    """A table in a list: where it is, who sits there, and how it stands."""

    id: str
    game: str
    title: str
    names: str
    state: str
    calls: bool  # whether something is to be done there


async def start(page: PageRequest) -> Response:
    """The start page: what is one's own, the games, open tables."""
    mine = await page.registry.of(page.person.id)
    finished = await page.registry.finished(page.person.id, _REMEMBERED)
    own, blocked = {room.id for room in mine}, await page.registry.store.blocked(page.person.id)
    listed = [room for room in await page.registry.listed() if room.id not in own and room.host not in blocked]
    played = frozenset(room.game.NAME for room in finished)
    return page.render(
        "start.html",
        own_face=await page.registry.store.face(page.person.id) or usual_face(page.person.id),
        cards=[_card(game, page.language, played) for game in easiest_first([*map(find_game, game_names())])],
        mine=sorted((table_line(page, room, _own_state(page, room)) for room in mine), key=lambda line: not line.calls),
        finished=[table_line(page, room, _result(page, room)) for room in finished[:_LATELY]],
        listed=[table_line(page, room, open_state(page, room)) for room in listed],
    )


def table_line(page: PageRequest, room: LiveTable, state: tuple[str, bool]) -> TableLine:
    """Return a table as lists show it."""
    names = ", ".join(called(place.name, page.say) for place in room.places if not place.free)
    title = title_of(room.game, page.language)
    if room.record.practice:
        title = page.say("{game}, practice", game=title)
    return TableLine(room.id, room.game.NAME, title, names, *state)


def _own_state(page: PageRequest, room: LiveTable) -> tuple[str, bool]:
    """Return how a table stands for somebody who sits there, and whether they are waited for."""
    if room.stage == OPEN:
        return _seats_left(page, room), False
    if room.paused:
        return page.say("paused"), False
    if room.table is not None and is_to_be_read(room):
        over = is_at_its_end(room)
        return (page.say("your lesson is over") if over else page.say("your lesson waits")), not over
    asked = room.table is not None and room.seat_of(page.person.id) in room.table.waiting
    return (page.say("Your turn") if asked else page.say("others decide")), asked


def open_state(page: PageRequest, room: LiveTable) -> tuple[str, bool]:
    """Return how a table stands for somebody who might sit down there, and whether they can."""
    free = room.stage == OPEN and any(place.free for place in room.places)
    return (_seats_left(page, room), True) if free else (page.say("watch"), False)


def _seats_left(page: PageRequest, room: LiveTable) -> str:
    free = sum(place.free for place in room.places)
    return page.say.count("{number} seat free", "{number} seats free", free) if free else page.say("all seats taken")


def _result(page: PageRequest, room: LiveTable) -> tuple[str, bool]:
    """Return how a game ended for somebody; what was stored before places were kept does not say."""
    seat, say = room.seat_of(page.person.id), page.say
    place = room.record.finished[seat] if seat < len(room.record.finished) else 0
    told = {1: say("you won"), 2: say("second"), 3: say("third"), 4: say("fourth"), 5: say("fifth"), 6: say("sixth")}
    return told.get(place, say("finished")), False


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
        lesson_in(game.NAME, language) is not None,
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
    choices = {**chosen_form(page, game, f"form-{game.NAME}").choices, **_chosen_seats(page, game)}
    room = page.registry.new_table(game, choices, host.id, TableTerms(level=level, hints=True))
    return await opened(page, room, host, bots=len(room.places) - 1)


def _chosen_seats(page: PageRequest, game: Game) -> dict[str, object]:
    (fewest, most, _), seats = _seats(game), page.number(f"seats-{game.NAME}", 2)
    return {"seats": seats} if fewest <= seats <= most else {}

"""What people look at: the start page, the form for a new table, tables, rules."""

from __future__ import annotations

import io
import time
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from typing import Any, Final

import segno
from markdown_it import MarkdownIt
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from stammtisch.core.fair import fingerprint
from stammtisch.core.game import Game, find_game, game_names
from stammtisch.core.options import form
from stammtisch.core.rulebook import read_page, voice_of
from stammtisch.errors import StammtischError, UnknownGame
from stammtisch.kernel.choices import YesNo
from stammtisch.kernel.seats import SPECTATOR
from stammtisch.web import capacity
from stammtisch.web.actions import LONGEST_SAID
from stammtisch.web.facts import OPEN, OVER
from stammtisch.web.outdated import bare_lines
from stammtisch.web.places import PACES
from stammtisch.web.plates import illustrated
from stammtisch.web.render import regions
from stammtisch.web.room import Room
from stammtisch.web.scene import look_of
from stammtisch.web.visit import NotFound, Visit

_LONGEST_ADDRESS: Final = 500
_SCROLLED: Final = (  # what may be wider than a phone is moved by itself, with keys too
    ("<pre>", '<pre tabindex="0">'),
    ("<table>", '<div class="wide" tabindex="0"><table>'),
    ("</table>", "</table></div>"),
)


def find(name: str) -> Game:
    """Return a game by its name.

    Raises:
        NotFound: There is none.
    """
    try:
        return find_game(name)
    except UnknownGame as error:
        raise NotFound from error


def title_of(game: Game, language: str) -> str:
    """Return the name of a game."""
    return game.words.title(voice_of(game, language))


@cache
def pitch_of(game: Game, language: str) -> str:
    """Return what kind of game it is, in a sentence: the one its page of rules begins with."""
    try:
        text, _ = read_page(game, language)
    except StammtischError:
        return ""
    return next((part.replace("\n", " ") for part in text.split("\n\n") if part[:1].isalpha()), "")


async def start(request: Request) -> Response:
    """The start page: the games, open tables, and one's own."""
    visit = await Visit.of(request)
    games = [(find_game(name), title_of(find_game(name), visit.language)) for name in game_names()]
    mine = await visit.house.of(visit.person.id)
    own, blocked = {room.id for room in mine}, await visit.house.store.blocked(visit.person.id)
    listed = [room for room in await visit.house.listed() if room.id not in own and room.host not in blocked]
    return visit.page("start.html", games=games, mine=mine, listed=listed, title_of=title_of, pitch_of=pitch_of)


async def new(request: Request) -> Response:
    """The form that opens a table."""
    visit = await Visit.of(request)
    return new_table_page(visit, find(request.path_params["game"]))


def new_table_page(visit: Visit, game: Game, sent: Mapping[str, str] | None = None, problem: str = "") -> Response:
    """Return the form that opens a table, made from the game's options; with what was sent, if that was wrong."""
    fields = form(game, voice_of(game, visit.language))
    title = title_of(game, visit.language)
    return visit.page(
        "new.html",
        422 if problem else 200,
        game=game,
        cloth=look_of(game),
        title=title,
        fields=fields,
        paces=PACES,
        sent=sent or {},
        problem=problem,
    )


async def table(request: Request) -> Response:
    """A table: its lobby while it is open, then the game."""
    visit = await Visit.of(request)
    audience = await visit.table()
    async with audience.held() as room:
        await audience.saw_act(visit.person.id)
        values: dict[str, Any] = {
            "room": room,
            "cloth": look_of(room.game),
            "title": title_of(room.game, visit.language),
            "viewer": room.seat_of(visit.person.id),
            "spectator": SPECTATOR,
            "fingerprint": fingerprint(room.saved.seed),
            "seed": room.saved.seed.hex() if room.stage == OVER else "",
        }
        if room.stage == OPEN:
            address = str(request.url_for("table", table=room.id))
            hostess = next((place.name for place in room.places if place.person == room.host), "")
            chosen = " · ".join(_chosen(room, visit))
            return visit.page("lobby.html", address=address, qr=qr(address), hostess=hostess, chosen=chosen, **values)
        if not room.begun:
            problem = visit.say("The house has closed this table.")
            return visit.page("sorry.html", 410, problem=problem, back="/")
        if not room.readable:
            return visit.page("outdated.html", lines=await bare_lines(room), **values)
        scene = audience.story(values["viewer"], visit.language).catch_up().scene
        blocked = await visit.house.store.blocked(visit.person.id)
        chat = [(name, said) for person, name, said in room.chat[-capacity.LINES_SHOWN :] if person not in blocked]
        values |= {"regions": regions(scene), "log": scene.log, "now": int(time.time())}
        silent = len(room.chat) >= capacity.MOST_LINES
        return visit.page("table.html", chat=chat, silent=silent, longest=LONGEST_SAID, **values)


def _chosen(room: Room, visit: Visit) -> Iterator[str]:
    """Say what was chosen for a table: its pace, and the options that differ from the usual."""
    say = visit.say
    paces = {"none": say("no clock"), "live": say("one minute"), "slow": say("three days")}
    yield paces[room.saved.facts["pace"]]
    if room.hints:
        yield say("hints on request")
    for field in form(room.game, voice_of(room.game, visit.language)):
        value = field.choice.write(getattr(room.options, field.name))
        if value == field.default or field.name == "seats":
            continue
        yes = isinstance(field.choice, YesNo)
        yield field.label if yes and value else f"{field.label}: {say('no') if yes else str(value)[:40]}"


def qr(address: str) -> Markup:
    """Return an address as a picture for phones; nothing, if somebody made it too long for one."""
    if len(address) > _LONGEST_ADDRESS:
        return Markup()
    out = io.BytesIO()
    segno.make(address, micro=False).save(out, kind="svg", xmldecl=False, svgns=True, omitsize=True, border=2)
    return Markup(out.getvalue().decode())  # noqa: S704  # made here


async def rules(request: Request) -> Response:
    """The rules of a game, in the reader's language."""
    visit = await Visit.of(request)
    game = find(request.path_params["game"])
    try:
        text, language = read_page(game, visit.language)
    except StammtischError as error:
        raise NotFound from error
    contents, html = _with_contents(text)
    title, text = title_of(game, visit.language), illustrated(html, game, language)
    return visit.page("rules.html", game=game, cloth=look_of(game), title=title, text=text, contents=contents)


def _with_contents(text: str) -> tuple[list[tuple[str, str]], Markup]:
    """Return the parts of a page of rules, by the name to jump to, and the page."""
    markdown = MarkdownIt("commonmark", {"html": True}).enable("table")
    tokens = markdown.parse(text)
    contents: list[tuple[str, str]] = []
    for cell in (token for token in tokens if token.attrs.pop("style", "") == "text-align:right"):
        cell.attrs["class"] = "number"
    for heading, words in pairwise(tokens):
        if heading.type == "heading_open" and heading.tag == "h2":
            heading.attrs["id"] = f"part-{len(contents) + 1}"
            contents.append((f"part-{len(contents) + 1}", words.content))
    html = markdown.renderer.render(tokens, markdown.options, {})
    for old, new in _SCROLLED:
        html = html.replace(old, new)
    return contents, Markup(html)  # noqa: S704  # our own pages

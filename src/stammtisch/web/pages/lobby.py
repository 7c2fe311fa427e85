"""Opening a table and sitting down: everything before the first card."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from starlette.responses import Response

from stammtisch.bots.levels import NORMAL, level_names
from stammtisch.core.game import Game
from stammtisch.core.game_forms import GameForm, forms_of, shortest_form
from stammtisch.core.language import Say
from stammtisch.core.options import choices_of, defaults_of, form, read_text
from stammtisch.core.rules_page import voice_of
from stammtisch.errors import OptionError
from stammtisch.kernel.choices import YesNo
from stammtisch.web.http.identity import Person
from stammtisch.web.http.problem import plain
from stammtisch.web.pages.request import PageRequest, find, title_of
from stammtisch.web.tables.deal_words import WordsRefused, contributions, send_hash
from stammtisch.web.tables.display_name import NameRefused, name_problem, read_name
from stammtisch.web.tables.live_table import LiveTable
from stammtisch.web.tables.record import NO_CLOCK, PACES, RELAXED, TableTerms
from stammtisch.web.tables.seating import (
    SeatRefused,
    can_start,
    get_up,
    mix,
    seat_first,
    set_level,
    sit_down,
    toggle_bot,
    toggle_ready,
)
from stammtisch.web.view.qr_code import qr_code
from stammtisch.web.view.scene import look_of


async def named(page: PageRequest) -> Person:
    """Return the person with the name that the form gives, kept for the next time.

    Raises:
        NameRefused: It cannot be shown.
    """
    given = page.value("name")
    name = read_name(given) if given.strip() else page.person.name or page.say("Guest")
    if name != page.person.name:
        await page.registry.store.save_person(page.person.id, name)
    return Person(page.person.id, name)


async def opened(page: PageRequest, room: LiveTable, host: Person, bots: int) -> Response:
    """Open a table at which its host and so many bots sit, and go there."""
    await seat_first(room, host, bots)
    channel = await page.registry.open(room, page.address)
    await page.registry.start_if_alone(channel, lone_words=page.has_script)
    return page.go(f"/t/{room.id}")


async def new(page: PageRequest) -> Response:
    """The form that opens a table."""
    return _new_table_page(page, find(page.path["game"]))


async def keep_name_and_ask(page: PageRequest) -> Response:
    """Keep the name that was typed on the start page, and go on to the form that opens a table."""
    game = find(page.path["game"])
    try:
        if page.value("name").strip():
            await named(page)
    except NameRefused:
        return _new_table_page(page, game, {"name": page.value("name")}, name_problem(page.say))
    return page.go(f"/new/{game.NAME}")


def _new_table_page(
    page: PageRequest, game: Game, sent: Mapping[str, str] | None = None, problem: str = ""
) -> Response:
    """Return the form that opens a table, made from the game's options; with what was sent, if that was wrong."""
    say = voice_of(game, page.language)
    title = title_of(game, page.language)
    return page.render(
        "new_table.html",
        422 if problem else 200,
        game=game,
        cloth=look_of(game),
        title=title,
        fields=form(game, say),
        forms=[(one.name(say), one.minutes) for one in forms_of(game)],
        paces=[(pace, pace_name(pace, page.say)) for pace in PACES],
        pace=RELAXED,
        sent=sent or {},
        problem=problem,
    )


async def open_table(page: PageRequest) -> Response:
    """Open a table with the options of the form, or show it again with what is wrong."""
    game = find(page.value("game"))
    sent = {name: given[0] for name, given in page.fields.items()}
    bots = page.number("bots", 2, 0)
    try:
        host = await named(page)
        room = page.registry.new_table(game, _choices(page, game), host.id, _terms(page, game))
    except NameRefused:
        return _new_table_page(page, game, sent, name_problem(page.say))
    except OptionError as error:
        return _new_table_page(page, game, sent, page.say("It cannot be played like this: {problem}.", problem=error))
    if bots >= len(room.places):
        return _new_table_page(page, game, sent, _too_many_bots(len(room.places) - 1, page.say))
    return await opened(page, room, host, bots)


def _too_many_bots(most: int, say: Say) -> str:
    return say.count(
        "One seat is yours, so there is room for {number} bot.",
        "One seat is yours, so there is room for {number} bots.",
        most,
    )


def _choices(page: PageRequest, game: Game) -> dict[str, object]:
    """Return the options that a form names: those of the length that was chosen, and what was set otherwise by hand."""
    sent: dict[str, object] = {}
    for name in choices_of(game.rules):
        if value := "".join(page.value(f"o-{name}").split()):
            sent |= read_text(f"{name}={value}")
    if "form" not in page.fields:
        return sent
    choices, defaults = choices_of(game.rules), defaults_of(game.rules)
    by_hand = {name for name, value in sent.items() if choices[name].read(value) != choices[name].read(defaults[name])}
    return {**chosen_form(page, game, "form").choices, **{name: sent[name] for name in by_hand}}


def chosen_form(page: PageRequest, game: Game, field: str) -> GameForm:
    """Return the form of a game whose number a field holds; the shortest, if it holds none."""
    forms, number = forms_of(game), page.number(field, 2)
    return forms[number] if 0 <= number < len(forms) else shortest_form(game)


def _terms(page: PageRequest, game: Game) -> TableTerms:
    pace, level = page.value("pace"), page.value("level")
    return TableTerms(
        pace if pace in PACES else RELAXED,
        "listed" in page.fields,
        level if level in level_names(game) else NORMAL,
        "hints" in page.fields,
        rated="unrated" not in page.fields,
    )


def lobby_page(page: PageRequest, room: LiveTable, values: Mapping[str, Any]) -> Response:
    """Return the page of an open table: who sits where, and the link for others; another while words are opened."""
    added = contributions(room)
    shown = [(one.seat, one.handle, one.hash) for one in added]
    mine = next((one for one in added if one.seat == values["viewer"]), None)
    values = {**values, "mine": mine, "fixed": json.dumps(shown) if room.opening else ""}
    if room.opening:
        return page.render("opening.html", **values)
    address = str(page.connection.url_for("table", table=room.id))
    hostess = next((place.name for place in room.places if place.person == room.host), "")
    chosen = "\N{NO-BREAK SPACE}· ".join(_chosen(room, page))
    return page.render("lobby.html", address=address, qr=qr_code(address), hostess=hostess, chosen=chosen, **values)


def pace_name(pace: str, say: Say) -> str:
    """Return how long a decision may take, in words."""
    named = {NO_CLOCK: say("no clock"), "live": say("one minute"), "slow": say("three days")}
    return named.get(pace, say("ten minutes"))


def _chosen(room: LiveTable, page: PageRequest) -> Iterator[str]:
    """Say what was chosen for a table: its pace, and the options that differ from the usual."""
    say = page.say
    yield pace_name(room.terms.pace, say)
    if room.hints:
        yield say("hints on request")
    if not room.terms.rated:
        yield say("just for fun")
    for field in form(room.game, voice_of(room.game, page.language)):
        value = field.choice.write(getattr(room.options, field.name))
        if value == field.default or field.name == "seats":
            continue
        yes = isinstance(field.choice, YesNo)
        told = say("no") if yes else str(value)[:40]
        yield field.label if yes and value else say("{option}: {value}", option=field.label, value=told)


async def sit(page: PageRequest) -> Response:
    """Take a free seat, or change to it."""
    back = f"/t/{page.path['table']}"
    try:
        person = await named(page)
        async with (await page.table()).held() as room:
            await sit_down(room, person, page.number("seat", 2))
            await room.save()
    except NameRefused:
        return page.render("error.html", 422, problem=name_problem(page.say), back=back)
    except SeatRefused:
        problem = page.say("This seat cannot be had.")
        return page.render("error.html", 409, problem=problem, back=back)
    return page.go(back)


async def stand(page: PageRequest) -> Response:
    """Give a seat up again."""
    return await _change(page, lambda room: get_up(room, page.person.id))


async def ready(page: PageRequest) -> Response:
    """Say that one is ready, or not."""
    return await _change(page, lambda room: toggle_ready(room, page.person.id))


async def seat_bot(page: PageRequest) -> Response:
    """Let a bot sit down, or send it away; the host decides."""
    return await _change(page, lambda room: toggle_bot(room, page.number("seat", 2)), host=True)


async def choose_level(page: PageRequest) -> Response:
    """Let another kind of bot sit somewhere; the host decides."""
    return await _change(page, lambda room: set_level(room, page.number("seat", 2), page.value("level")), host=True)


async def mix_seats(page: PageRequest) -> Response:
    """Let chance seat everybody anew; the host decides."""
    return await _change(page, mix, host=True)


async def _change(page: PageRequest, change: Callable[[LiveTable], None], *, host: bool = False) -> Response:
    async with (await page.table()).held() as room:
        if host and room.host != page.person.id:
            raise PermissionError
        change(room)
        await room.save()
    return page.go(f"/t/{room.id}")


async def commit(page: PageRequest) -> Response:
    """Take the hash of the words that somebody's browser will open when the game is begun."""
    async with (await page.table()).held() as room:
        try:
            send_hash(room, page.person.id, page.value("hash"))
        except WordsRefused as error:
            return plain(str(error), 409)
        await room.save()
    return page.done(f"/t/{room.id}")


async def words(page: PageRequest) -> Response:
    """Take the words that somebody's browser opens; the deal follows when they were the last."""
    channel = await page.table()
    async with channel.held() as room:
        try:
            await page.registry.open_words(channel, page.person.id, page.value("words"))
        except WordsRefused as error:
            return plain(str(error), 409)
    return page.done(f"/t/{room.id}")


async def begin(page: PageRequest) -> Response:
    """Deal, when every seat is taken and everybody is ready; the host decides."""
    channel = await page.table()
    async with channel.held() as room:
        if room.host != page.person.id:
            raise PermissionError
        if can_start(room):
            await page.registry.start(channel)
    return page.go(f"/t/{room.id}")

"""One request for a page or from a form: who asks, in which language, what they sent, and how they are answered."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from babel.dates import format_date
from starlette.datastructures import QueryParams
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from stammtisch.club.house_sign import USUAL_NAME
from stammtisch.core.game import Game, find_game
from stammtisch.core.language import LANGUAGES, Say, voice
from stammtisch.core.rules_page import voice_of
from stammtisch.errors import UnknownGame
from stammtisch.store.contract import HouseSign
from stammtisch.web.fields import NO_TEXT, Fields, one, whole_number
from stammtisch.web.http.identity import Person, identity_of, new_id, remember
from stammtisch.web.http.language import language_of
from stammtisch.web.http.problem import plain
from stammtisch.web.http.rate_limit import address_of
from stammtisch.web.http.routing import SAFE, CountedRoute
from stammtisch.web.http.signer import Signer
from stammtisch.web.live.broadcast import Channel
from stammtisch.web.live.registry import TableRegistry
from stammtisch.web.svg_to_png import NoPicture, PictureMaker
from stammtisch.web.tables.apply_action import is_hidden_from
from stammtisch.web.tables.display_name import shown_name
from stammtisch.web.tables.live_table import LiveTable
from stammtisch.web.view.ending.link_preview import LinkPreview, link_preview
from stammtisch.web.view.render import render
from stammtisch.web.view.scene import look_of
from stammtisch.web.view.warm_up import ready_to_draw

MOST_FIELDS: Final = 100  # of a form


class NotFound(Exception):
    """There is no such page, or no such table any more."""


Handler = Callable[["PageRequest"], Awaitable[Response]]


@dataclass
class PageRequest:
    """A request with what the server knows about whoever makes it."""

    connection: HTTPConnection
    registry: TableRegistry
    signer: Signer
    person: Person
    new: bool  # whether the person has no cookie yet, or one that is to be replaced
    language: str
    theme: str
    sign: HouseSign
    fields: Fields = field(default_factory=dict)  # of the form that was sent

    @classmethod
    async def of(cls, connection: HTTPConnection, *, named: bool = True) -> PageRequest:
        """Find out who is there, and if they are to be `named`, what they are called."""
        registry: TableRegistry = connection.app.state.registry
        signer: Signer = connection.app.state.signer
        identity = identity_of(connection)
        known = identity.cookie
        name = shown_name(await registry.store.person(known) or "") if known and named else ""
        person = Person(known or new_id(), name)
        theme, language = connection.cookies.get("theme", ""), language_of(connection)
        await ready_to_draw(language)
        new, sign = not known or identity.renew, await registry.signs.sign()
        return cls(connection, registry, signer, person, new, language, theme, sign)

    @property
    def address(self) -> str:
        """The name under which the address of whoever asks is counted; empty where it is exempt."""
        return address_of(self.connection)

    @property
    def house(self) -> str:
        """What the house is called."""
        return self.sign.name or USUAL_NAME

    def day(self, at: float, form: str = "long") -> str:
        """Return on which day something was, in words, as the house counts days."""
        return format_date(self.registry.daily.calendar.day_at(at), form, locale=self.language)

    @property
    def path(self) -> dict[str, str]:
        """The parts of the address."""
        return self.connection.path_params

    @property
    def here(self) -> str:
        """Where somebody comes back to who changes a setting: this page, or the first one where this answers a form."""
        return self.connection.url.path if self.connection.scope["method"] in SAFE else "/"

    @property
    def query(self) -> QueryParams:
        """What the address asks for."""
        return self.connection.query_params

    def value(self, name: str) -> str:
        """Return what a field of the form holds, empty if it was not sent."""
        return one(self.fields, name)

    def number(self, name: str, digits: int, otherwise: int = -1) -> int:
        """Return the whole number of up to so many digits that a field of the form holds."""
        return whole_number(self.value(name), digits, otherwise)

    @property
    def say(self) -> Say:
        """The voice of the pages."""
        return voice("stammtisch.web", self.language)

    @property
    def csrf_token(self) -> str:
        """The CSRF token that this person's forms carry, in the field `mark`."""
        return self.signer.csrf_token(self.person.id)

    async def table(self, *, sealed: bool = False) -> Channel:
        """Return the table that the address names; one whose cards others will get only if it may be `sealed`.

        Raises:
            NotFound: There is none.
        """
        channel = await self.registry.find(self.path["table"])
        if channel is None or (is_hidden_from(channel.room, self.person.id) and not sealed):
            raise NotFound
        return channel

    def about(self, room: LiveTable) -> dict[str, Any]:
        """Return what every page about a table shows: the table, its cloth and the title of its game."""
        return {"room": room, "cloth": look_of(room.game), "title": title_of(room.game, self.language)}

    def preview(self, room: LiveTable, page: str = "table") -> LinkPreview:
        """Return what a link to a page about a table says where it is shared; `page` is the name of its route."""
        return link_preview(room, self.language, self.connection.url_for, page)

    def render(self, template: str, status: int = 200, **values: Any) -> Response:
        """Return a page."""
        html = render(template, page=self, say=self.say, languages=LANGUAGES, **values)
        return self.with_cookie(HTMLResponse(html, status))

    async def picture(self, drawing: str) -> Response:
        """Return a drawing as a picture; where too many are waited for, say that it may be asked for again."""
        maker: PictureMaker = self.connection.app.state.pictures
        try:
            return Response(await maker.png(drawing), media_type="image/png")
        except NoPicture:
            sentence = self.say("The house is catching its breath. Please try again in a moment; nothing is lost.")
            return plain(sentence, 503, {"retry-after": "5"})

    def go(self, address: str) -> Response:
        """Send the browser on, with an address that can be reloaded."""
        return self.with_cookie(RedirectResponse(address, 303))

    @property
    def from_client(self) -> bool:
        """Whether our own script sent this form, and the page stays."""
        return self.connection.headers.get("x-client") == "1"

    @property
    def has_script(self) -> bool:
        """Whether a form came from a page whose script runs: its browser can add words to a deal."""
        return self.value("script") == "1"

    def done(self, address: str) -> Response:
        """Say that a form was taken: nothing more to our script, the next page to a browser without."""
        return self.with_cookie(Response(status_code=204)) if self.from_client else self.go(address)

    def with_cookie(self, response: Response) -> Response:
        """Let a person be known next time whose browser has no cookie for that."""
        return remember(response, self.connection, self.person.id) if self.new else response


async def read_form(request: Request, signer: Signer, person: str) -> Fields:
    """Return the fields of the form that was sent, without what no store keeps and nobody can read.

    Raises:
        PermissionError: It was made for somebody else, or by another site.
    """
    sent = await request.form(max_files=0, max_fields=MOST_FIELDS)
    return own_fields(((name, str(value)) for name, value in sent.multi_items()), signer, person)


def own_fields(sent: Iterable[tuple[str, str]], signer: Signer, person: str) -> Fields:
    """Return the fields of a form that was made for this person; see `read_form`."""
    fields: Fields = {}
    for name, value in sent:
        fields.setdefault(name, []).append(NO_TEXT.sub("", value))
    if not signer.is_csrf_token_of(one(fields, "mark"), person):
        raise PermissionError
    return fields


def page_route(
    path: str, handler: Handler, method: str = "GET", *, name: str = "", counts_as: str = "", named: bool = True
) -> Route:
    """Return the route of a page or a form. Who asks and what they sent is read and checked before the handler runs.

    Args:
        path: The address.
        handler: What answers.
        method: GET for a page, POST for a form.
        name: Under which others find the address; the handler's, if not given.
        counts_as: A key of `RATES`, beside being a request.
        named: Whether it is read what the person is called: where people only act, the table knows their names.
    """

    async def answer(request: Request) -> Response:
        page = await PageRequest.of(request, named=named)
        if request.method not in SAFE:
            page.fields = await read_form(request, page.signer, page.person.id)
        return await handler(page)

    counted = (method, "HEAD") if method == "GET" else (method,)  # who only asks for the head makes as much work
    return CountedRoute(path, answer, methods=[method], name=name or path, counts_as=dict.fromkeys(counted, counts_as))


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

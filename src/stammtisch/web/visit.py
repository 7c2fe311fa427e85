"""One request: who asks, in which language, and what they may do here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from stammtisch.core.language import LANGUAGES, Say, voice
from stammtisch.web.house import House
from stammtisch.web.live import Audience
from stammtisch.web.people import COOKIE, Passport, Person, new_id
from stammtisch.web.render import render
from stammtisch.web.schema import NO_TEXT


class NotFound(Exception):
    """There is no such page, or no such table any more."""


@dataclass
class Visit:
    """A request with what the server knows about whoever makes it."""

    connection: HTTPConnection
    house: House
    passport: Passport
    person: Person
    new: bool  # whether the person has no cookie yet
    language: str
    theme: str

    @classmethod
    async def of(cls, connection: HTTPConnection) -> Visit:
        """Find out who is there."""
        house: House = connection.app.state.house
        passport: Passport = connection.app.state.passport
        known = passport.read_cookie(connection.cookies.get(COOKIE, ""))
        person = Person(known or new_id(), (await house.store.person(known) or "") if known else "")
        theme = connection.cookies.get("theme", "")
        return cls(connection, house, passport, person, known is None, language_of(connection), theme)

    @property
    def say(self) -> Say:
        """The voice of the pages."""
        return voice("stammtisch.web", self.language)

    @property
    def mark(self) -> str:
        """What this person's forms carry."""
        return self.passport.form_mark(self.person.id)

    async def table(self) -> Audience:
        """Return the table that the address names.

        Raises:
            NotFound: There is none.
        """
        audience = await self.house.find(self.connection.path_params["table"])
        if audience is None:
            raise NotFound
        return audience

    def page(self, template: str, status: int = 200, **values: Any) -> Response:
        """Return a page."""
        html = render(template, visit=self, say=self.say, languages=LANGUAGES, **values)
        return self.with_cookie(HTMLResponse(html, status))

    def go(self, address: str) -> Response:
        """Send the browser on, with an address that can be reloaded."""
        return self.with_cookie(RedirectResponse(address, 303))

    @property
    def from_client(self) -> bool:
        """Whether our own script sent this form, and the page stays."""
        return self.connection.headers.get("x-client") == "1"

    def done(self, address: str) -> Response:
        """Say that a form was taken: nothing more to our script, the next page to a browser without."""
        return self.with_cookie(Response(status_code=204)) if self.from_client else self.go(address)

    def with_cookie(self, response: Response) -> Response:
        """Let a new person be known next time."""
        if self.new:
            secure = self.connection.url.scheme in ("https", "wss")
            cookie = self.passport.cookie(self.person.id)
            response.set_cookie(COOKIE, cookie, max_age=400 * 86400, httponly=True, samesite="lax", secure=secure)
        return response

    async def form(self) -> dict[str, list[str]]:
        """Return the fields of the form that was sent, without what no store keeps and nobody can read.

        Raises:
            PermissionError: It was made for somebody else, or by another site.
        """
        assert isinstance(self.connection, Request)
        sent = await self.connection.form(max_files=0, max_fields=100)
        fields: dict[str, list[str]] = {}
        for name, value in sent.multi_items():
            fields.setdefault(name, []).append(NO_TEXT.sub("", str(value)))
        if not self.passport.fits(fields.get("mark", [""])[0], self.person.id):
            raise PermissionError
        return fields


def one(fields: dict[str, list[str]], name: str) -> str:
    """Return the first value of a field, empty if it was not sent."""
    return fields.get(name, [""])[0]


def number_in(fields: dict[str, list[str]], name: str, digits: int) -> int:
    """Return a whole number of up to so many digits that a field holds; -1 if it holds none."""
    text = one(fields, name)
    return int(text) if text.isdecimal() and len(text) <= digits else -1


def language_of(connection: HTTPConnection) -> str:
    """Return the language the address names or somebody has chosen, or the first of the browser's that is ours."""
    for chosen in (connection.query_params.get("lang", ""), connection.cookies.get("lang", "")):
        if chosen in LANGUAGES:
            return chosen
    wishes = [
        part.split(";")[0].strip()[:2].lower() for part in connection.headers.get("accept-language", "").split(",")
    ]
    return next((wish for wish in wishes if wish in LANGUAGES), "en")

"""Who somebody is: a signed cookie and a name; no password."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Final

from itsdangerous import BadSignature, URLSafeSerializer

from stammtisch.core.language import Say
from stammtisch.errors import StammtischError
from stammtisch.store.keys import unguessable

COOKIE: Final = "stammtisch"
LONGEST_NAME: Final = 24
IDS: Final = "^[A-Za-z0-9_-]{12}$"  # how ids look, those of tables too; the last two signs are in old houses only


class NameRefused(StammtischError):
    """A name that cannot be shown."""


@dataclass(frozen=True)
class Person:
    """Somebody who looks at a page."""

    id: str
    name: str  # empty before they have given one


class Passport:
    """Signs and reads what people carry: their cookie, their personal links and the marks in their forms."""

    def __init__(self, secret: bytes) -> None:
        self._cookies = URLSafeSerializer(secret, salt="person")
        self._forms = URLSafeSerializer(secret, salt="form")
        self._tokens = URLSafeSerializer(secret, salt="token")

    def cookie(self, person: str) -> str:
        """Return a person's cookie, which is also their personal link."""
        return str(self._cookies.dumps(person))

    def read_cookie(self, text: str) -> str | None:
        """Return whose cookie it is; nobody's if it was not signed here."""
        return _read(self._cookies, text)

    def token(self, person: str) -> str:
        """Return what a person's program shows; it opens no page, and a cookie is no token."""
        return str(self._tokens.dumps(person))

    def read_token(self, text: str) -> str | None:
        """Return whose token it is; nobody's if it was not signed here."""
        return _read(self._tokens, text)

    def form_mark(self, person: str) -> str:
        """Return the mark that a person's own forms carry."""
        return str(self._forms.dumps(person))

    def fits(self, mark: str, person: str) -> bool:
        """Whether a form was made for this person."""
        return _read(self._forms, mark) == person


def _read(serializer: URLSafeSerializer, text: str) -> str | None:
    try:
        found = serializer.loads(text)
    except BadSignature:
        return None
    return found if isinstance(found, str) else None


def new_id() -> str:
    """Return an id that nobody can guess."""
    return unguessable(12)


def is_id(text: str) -> bool:
    """Whether a text is like what `new_id` returns; no store need be asked for anything else."""
    return re.fullmatch(IDS, text) is not None


def read_name(text: str) -> str:
    """Return a name as it will be shown.

    Raises:
        NameRefused: There is nothing to read, it is too long, or it holds what cannot be seen.
    """
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not name:
        raise NameRefused(f"a name is empty; it may have 1 to {LONGEST_NAME} letters")
    if len(name) > LONGEST_NAME:
        raise NameRefused(f"a name has {len(name)} letters; it may have 1 to {LONGEST_NAME}")
    if any(unicodedata.category(letter)[0] == "C" for letter in name):
        raise NameRefused("a name holds signs that cannot be seen; it may hold what can")
    return name


def name_problem(say: Say) -> str:
    """Return what a page says to a name that cannot be shown."""
    return say("A name has up to {number} letters, and all of them can be seen.", number=LONGEST_NAME)

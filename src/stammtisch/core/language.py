"""Sentences in the reader's language, from gettext catalogues kept beside the code that says them."""

from __future__ import annotations

import gettext
import os
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import Final

from stammtisch.kernel.seats import NATURE, NONE, TABLE

LANGUAGES: Final = {"de": "Deutsch", "en": "English", "fr": "Français", "it": "Italiano"}


@dataclass(frozen=True)
class Customs:
    """How a language writes numbers, and when it speaks of several; a test compares all of it with Babel."""

    group: str  # between thousands
    point: str  # before decimals
    percent: str
    several: str  # as catalogues say it, of a number n


_CUSTOMS: Final = {
    "de": Customs(".", ",", "\N{NO-BREAK SPACE}%", "n != 1"),
    "en": Customs(",", ".", "%", "n != 1"),
    "fr": Customs("\N{NARROW NO-BREAK SPACE}", ",", "\N{NO-BREAK SPACE}%", "n > 1"),
    "it": Customs(".", ",", "%", "n != 1"),
}
_MINUS: Final = {ord("-"): "\N{MINUS SIGN}"}


@dataclass(frozen=True, eq=False)  # `voice` makes each once, so that being the same is quick to see
class Say:
    """A voice: it says the messages of one package in one language. Messages are written in English."""

    language: str
    translations: gettext.NullTranslations

    def __call__(self, message: str, **values: object) -> str:
        """Say a message, its {places} filled with `values`."""
        return self.translations.gettext(message).format(**values)

    def count(self, one: str, many: str, number: int, **values: object) -> str:
        """Say a message about a `number` of things, in the form the language has for it."""
        return self.translations.ngettext(one, many, number).format(number=self.number(number), **values)

    def number(self, number: int) -> str:
        """Write a number as the language groups its digits, with a real minus sign."""
        return f"{number:,}".translate({ord(","): _CUSTOMS[self.language].group, **_MINUS})

    def decimals(self, number: float, digits: int) -> str:
        """Write a number with so many digits behind the point, or whatever the language has there, and a real minus."""
        customs = _CUSTOMS[self.language]
        signs = {ord(","): customs.group, ord("."): customs.point, **_MINUS}
        return f"{Decimal(str(number)):z,.{digits}f}".translate(signs)  # of the digits it has, and not of its bits

    def percent(self, share: float, digits: int = 0) -> str:
        """Write a share as so many in a hundred."""
        return self.decimals(float(Decimal(str(share)) * 100), digits) + _CUSTOMS[self.language].percent


def name_alone(text: str, name: str) -> str:  # noqa: ARG001
    """Return a card as it stands in a sentence that can show no cards: by its name."""
    return name


@dataclass(frozen=True)
class Reader:
    """Who is told: in which voice, by which names the seats go, which of them is the reader's, and how cards look."""

    say: Say
    names: tuple[str, ...]
    you: int = NONE  # the seat that is told "you"; nobody is, where everybody reads the same page
    card: Callable[[str, str], str] = name_alone  # a card in a sentence, from its notation and its name

    def name(self, seat: int) -> str:
        """Return the name of whoever sits there."""
        if seat in (NATURE, TABLE):
            raise ValueError("NATURE and TABLE have no name; say what happens instead")
        return self.names[seat]

    def is_you(self, seat: int) -> bool:
        """Whether a seat is the reader's: sentences about it say "you"."""
        return seat == self.you


@cache
def voice(package: str, language: str) -> Say:
    """Return the voice of a package that has `locale/<language>.po`; English needs none.

    Raises:
        ValueError: The language is not one of `LANGUAGES`.
    """
    if language not in LANGUAGES:
        raise ValueError(f"language is {language!r}; it may be {', '.join(LANGUAGES)}")
    if language == "en":
        return Say("en", gettext.NullTranslations())
    import polib  # noqa: PLC0415  # whoever only wants rules says nothing

    source = files(package) / "locale" / f"{language}.po"
    catalogue = polib.pofile(source.read_text(encoding="utf-8"))
    catalogue.metadata = {
        "Content-Type": "text/plain; charset=utf-8",
        "Plural-Forms": f"nplurals=2; plural=({_CUSTOMS[language].several});",
    }
    return Say(language, gettext.GNUTranslations(BytesIO(catalogue.to_binary())))


def preferred_language() -> str:
    """Return the language of this terminal, or English if it is none of ours."""
    names = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set decides
    asked = next(filter(None, map(os.environ.get, names)), "")
    languages = (locale[:2].lower() for locale in asked.split(":"))
    return next((language for language in languages if language in LANGUAGES), "en")

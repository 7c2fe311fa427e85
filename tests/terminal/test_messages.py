"""Everything that the terminal says, it says in four languages."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

import stammtisch.terminal
from stammtisch.core.language import LANGUAGES

FOLDER = Path(stammtisch.terminal.__path__[0])
OTHERS = sorted(set(LANGUAGES) - {"en"})
MESSAGES = {found[2] for found in extract_from_dir(FOLDER, keywords={"say": None, "count": (1, 2)})}


def _catalog(language: str) -> Catalog:
    return read_po(BytesIO((FOLDER / "locale" / f"{language}.po").read_bytes()), locale=language)


def _places(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def _forms(text: str | tuple[str, ...] | list[str] | None) -> list[str]:
    return [text] if isinstance(text, str) else list(text or ())


@pytest.mark.parametrize("language", OTHERS)
def test_every_message_is_translated_and_none_is_left_over(language: str) -> None:
    translated = {message.id for message in _catalog(language) if message.id}
    assert {tuple(_forms(message)) for message in MESSAGES} == {tuple(_forms(message)) for message in translated}


@pytest.mark.parametrize("language", OTHERS)
def test_translations_have_the_same_places(language: str) -> None:
    for message in _catalog(language):
        if message.id:
            places = set().union(*map(_places, _forms(message.id)))
            for form in _forms(message.string):
                assert form, message.id
                assert _places(form) <= places, message.id
            assert set().union(*map(_places, _forms(message.string))) == places, message.id


@pytest.mark.parametrize("language", OTHERS)
def test_plurals_follow_the_language(language: str) -> None:
    assert _catalog(language).plural_expr == {"de": "(n != 1)", "fr": "(n > 1)", "it": "(n != 1)"}[language]


def test_nobody_shouts() -> None:
    messages = [message for language in OTHERS for message in _catalog(language) if message.id]
    said = [form for message in messages for text in (message.id, message.string) for form in _forms(text)]
    assert not [text for text in said if "!" in text]

"""Sentences in the reader's language, with the forms it has for numbers."""

from __future__ import annotations

from pathlib import Path

import pytest

from stammtisch.core.language import LANGUAGES, Reader, Say, preferred_language, voice
from stammtisch.games import duel
from stammtisch.kernel.seats import NATURE, TABLE

DUEL = "stammtisch.games.duel"
SENTENCE = 'msgid "{name} deals."\nmsgstr "%s"\n'
COUNTED = 'msgid "{name} has {number} card."\nmsgid_plural "{name} has {number} cards."\n'
CATALOGUES = {
    "de": (SENTENCE % "{name} gibt.", "{name} hat {number} Karte.", "{name} hat {number} Karten."),
    "fr": (SENTENCE % "{name} donne.", "{name} a {number} carte.", "{name} a {number} cartes."),
    "it": (SENTENCE % "{name} dà le carte.", "{name} ha {number} carta.", "{name} ha {number} carte."),
}


@pytest.fixture
def parlour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> str:
    """A package with catalogues of its own; a name of its own too, for voices are kept."""
    name = f"parlour_{abs(hash(request.node.nodeid))}"
    folder = tmp_path / name / "locale"
    folder.mkdir(parents=True)
    (tmp_path / name / "__init__.py").touch()
    for language, (sentence, one, many) in CATALOGUES.items():
        text = f'{sentence}\n{COUNTED}msgstr[0] "{one}"\nmsgstr[1] "{many}"\n'
        text += '\n#, fuzzy\nmsgid "Unsure."\nmsgstr "???"\n'
        (folder / f"{language}.po").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    return name


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("de", "Ada gibt."), ("en", "Ada deals."), ("fr", "Ada donne."), ("it", "Ada dà le carte.")],
)
def test_a_voice_speaks_its_language(parlour: str, language: str, sentence: str) -> None:
    say = voice(parlour, language)

    assert say.language == language
    assert say("{name} deals.", name="Ada") == sentence


@pytest.mark.parametrize(
    ("language", "many"), [("de", "10.000"), ("en", "10,000"), ("fr", "10\u202f000"), ("it", "10.000")]
)
def test_digits_are_grouped_as_in_the_language(parlour: str, language: str, many: str) -> None:
    say = voice(parlour, language)

    assert [say.number(number) for number in (0, -7, 999, 10_000, -10_000)] == ["0", "−7", "999", many, f"−{many}"]
    assert many in say.count("{name} has {number} card.", "{name} has {number} cards.", 10_000, name="Ada")


@pytest.mark.parametrize(
    ("language", "none", "one", "many"),
    [
        ("de", "Ada hat 0 Karten.", "Ada hat 1 Karte.", "Ada hat 2 Karten."),
        ("en", "Ada has 0 cards.", "Ada has 1 card.", "Ada has 2 cards."),
        ("fr", "Ada a 0 carte.", "Ada a 1 carte.", "Ada a 2 cartes."),
        ("it", "Ada ha 0 carte.", "Ada ha 1 carta.", "Ada ha 2 carte."),
    ],
)
def test_numbers_take_the_form_of_the_language(parlour: str, language: str, none: str, one: str, many: str) -> None:
    say = voice(parlour, language)
    counted = [say.count("{name} has {number} card.", "{name} has {number} cards.", n, name="Ada") for n in range(3)]

    assert counted == [none, one, many]


def test_a_message_without_a_translation_is_said_in_english(parlour: str) -> None:
    assert voice(parlour, "de")("{name} yawns.", name="Ada") == "Ada yawns."


def test_a_translation_that_nobody_has_approved_is_not_said(parlour: str) -> None:
    assert voice(parlour, "de")("Unsure.") == "Unsure."


def test_a_name_with_braces_is_said_as_it_is(parlour: str) -> None:
    assert voice(parlour, "de")("{name} deals.", name="{number}") == "{number} gibt."


def test_voices_are_read_once(parlour: str) -> None:
    assert voice(parlour, "fr") is voice(parlour, "fr")


@pytest.mark.parametrize("language", ["es", "DE", "de_CH", "", "../de"])
def test_a_language_that_is_none_of_ours_is_refused_with_those_there_are(language: str) -> None:
    with pytest.raises(ValueError, match="it may be") as caught:
        voice(DUEL, language)

    assert str(caught.value) == f"language is {language!r}; it may be de, en, fr, it"


def test_the_duel_has_a_title_of_its_own_in_every_language() -> None:
    titles = [duel.words.title(voice(DUEL, language)) for language in LANGUAGES]

    assert titles[1] == "Cockroach Duel"
    assert len(set(titles)) == len(LANGUAGES)


def test_a_reader_knows_the_seats_by_name() -> None:
    reader = Reader(voice(DUEL, "en"), ("Ada", "Ben"))

    assert [reader.name(0), reader.name(1)] == ["Ada", "Ben"]
    assert isinstance(reader.say, Say)


@pytest.mark.parametrize("seat", [NATURE, TABLE])
def test_nature_and_the_table_have_no_name(seat: int) -> None:
    with pytest.raises(ValueError, match=r"^NATURE and TABLE have no name; say what happens instead$"):
        Reader(voice(DUEL, "en"), ("Ada", "Ben")).name(seat)


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_CH.UTF-8"}, "de"),
        ({"LANG": "IT"}, "it"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "es_ES.UTF-8"}, "en"),
        ({"LANG": "de_CH", "LC_MESSAGES": "fr_CH"}, "fr"),
        ({"LANG": "de_CH", "LC_MESSAGES": "fr_CH", "LC_ALL": "it_CH"}, "it"),
        ({"LANG": "de_CH", "LC_ALL": "C"}, "en"),  # whoever sets this asks for no translation
        ({"LANG": "de_CH", "LC_ALL": "", "LC_MESSAGES": ""}, "de"),
        ({"LANG": "de_CH", "LANGUAGE": "rm:it:fr"}, "it"),
        ({"LANG": "de_CH", "LANGUAGE": "fr"}, "fr"),
    ],
)
def test_the_terminal_says_which_language_it_would_like(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], language: str
) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)

    assert preferred_language() == language

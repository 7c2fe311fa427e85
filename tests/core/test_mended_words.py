"""Words that native readers stumbled over, and that were mended: they do not come back into pages or catalogues."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po

ROOT = Path(__file__).parents[2]
MENDED = {
    "en": (
        "If it is several",
        "as at poker",
        "At last everybody is dealt",
        "set in reverse",
        "Everybody adds up the display",
        "Dearest decision",
    ),
    "de": (
        "Dann ziehen alle drei Karten",
        "welche Karten dort noch übrig sind",
        "Keine Karte spielt sich selbst",
        "gewinnen die wenigsten Punkte",
        "nicht mehr, als Platz haben",
        "Flush",
        "Blatt des Tages",
        "in deiner Hand",
        "gewerteten Partie ist",
        "Du gewannst",
        "Lektionen",
        "Grösster",
    ),
    "fr": (
        "deux places plus à gauche",
        "un filou comme le politicien",
        "Seul qui a joué",
        "cartes ouvertes",
        "Rien de méchant",
        "celle dont avance",
        "1 parties",
        "Muet",
        "Aucune carte ne se joue seule",
        "Donne du jour",
        "la plus chère",
        "En série",
        "Tu lis ici",
        "ne l’étant plus",
        "un plateau à vous",
        "pas suivant",
    ),
    "it": (
        "ordre di pareggio",
        "gioco esperto",
        "due posti più a sinistra",
        "un furfante come il politico",
        "uguale vale solo",
        "divide il posto",
        "tessere di {name}",
        "tessere di Ada",
        "a posto",
        "falli inquadrare",
        "aperto a verde",
        "Nessuna carta si gioca da sola",
        "Mano del giorno",
        "più cara",
        "{name} gioca a",
        "Tu hai giocato tutto",
        "stai con il tuo nome",
        "Pescare porta",
        "oppure una vostra",
    ),
}
LEFT_IN_ENGLISH = ("printed, or", "with stones", "Cheers")  # where a table of options or a quick word is


def _said(message: Message, language: str) -> Iterator[str]:
    told = message.id if language == "en" else message.string
    yield from [told] if isinstance(told, str) else told or ()


def _texts(language: str) -> Iterator[tuple[str, str]]:
    """Yield where something is said in a language, and what: rules, lessons, catalogues."""
    ending = ".md" if language == "en" else f".{language}.md"
    rules = [path for path in (ROOT / "docs" / "rules").glob(f"*{ending}") if path.name.count(".") == ending.count(".")]
    for path in [*rules, *(ROOT / "src").rglob(f"lesson/{language}.md")]:
        yield str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")
    catalogue = "de" if language == "en" else language
    for path in (ROOT / "src").rglob(f"locale/{catalogue}.po"):
        for message in read_po(StringIO(path.read_text(encoding="utf-8")), locale=catalogue):
            if message.id:
                yield from ((str(path.relative_to(ROOT)), said) for said in _said(message, language))


def _flat(text: str) -> str:
    return " ".join(re.sub(r"```.*?```|`[^`\n]*`", "", text, flags=re.DOTALL).split())


def _found(text: str, phrases: tuple[str, ...]) -> list[str]:
    flat = _flat(text)
    return [phrase for phrase in phrases if re.search(rf"(?<!\w){re.escape(phrase)}(?!\w)", flat, re.IGNORECASE)]


@pytest.mark.parametrize("language", MENDED)
def test_words_that_were_mended_do_not_come_back(language: str) -> None:
    texts = list(_texts(language))
    left = LEFT_IN_ENGLISH if language != "en" else ()

    assert len({where for where, _ in texts}) > 10
    assert [(where, one) for where, text in texts for one in _found(text, (*MENDED[language], *left))] == []


@pytest.mark.parametrize("language", MENDED)
def test_an_apostrophe_is_the_bent_one(language: str) -> None:
    straight = [(where, text) for where, text in _texts(language) if "'" in _flat(text)]

    assert straight == []


def test_a_word_that_came_back_is_found_across_lines() -> None:
    assert _found("Si passano due posti\npiù a sinistra.", MENDED["it"]) == ["due posti più a sinistra"]
    assert _found("Ein Flush.", MENDED["de"]) == ["Flush"]

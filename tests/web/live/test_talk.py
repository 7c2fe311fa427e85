"""Quick words: everybody reads them in their own language, beside a picture and a face."""

from __future__ import annotations

import re
from pathlib import Path

from starlette.testclient import TestClient

import stammtisch.web
from stammtisch.core.language import LANGUAGES, voice
from stammtisch.web.art.emote_pictures import pictures, where
from stammtisch.web.live.talk import quick_words
from tests.web.drivers.host import room_of
from tests.web.drivers.page import Visitor, two_at_a_duel, visitor
from tests.web.drivers.sockets import hear, hear_first

STYLES = Path(stammtisch.web.__path__[0]) / "static" / "styles"


def _talk(person: Visitor, table: str, language: str) -> list[tuple[str, str]]:
    """Return the pictures and words of a talk as somebody reads it."""
    lines = re.findall(r"<li>(.*?)</li>", person.look(f"{table}?lang={language}").partition('id="chat"')[2], re.DOTALL)
    pictures = [re.findall(r"emote-(\w+)", line) for line in lines]
    words = [re.sub("<[^>]*>", "", line.partition("</b>")[2]).strip() for line in lines]
    return [(picture[0] if picture else "", word) for picture, word in zip(pictures, words, strict=True)]


def test_a_quick_word_is_stored_once_and_read_in_every_language(still: TestClient) -> None:
    host, guest, table = two_at_a_duel(still)
    host.send(f"{table}/say", said="Cheers")

    assert _talk(guest, table, "de") == [("cheers", "Prost")]
    assert _talk(guest, table, "en") == [("cheers", "Cheers")]
    assert room_of(still, table).chat[0][2] == "Cheers"


def test_what_was_said_before_in_another_language_is_read_in_ones_own_too(still: TestClient) -> None:
    host, guest, table = two_at_a_duel(still)
    host.send(f"{table}/say", said="Prost")
    host.send(f"{table}/say", said="Prost, Tobi")

    assert _talk(guest, table, "en") == [("cheers", "Cheers"), ("", "Prost, Tobi")]


def test_a_line_that_is_pushed_has_its_picture_and_the_face_of_whoever_said_it(still: TestClient) -> None:
    host, guest, table = two_at_a_duel(still)
    watcher = visitor(still, "Zo\u00e9")
    with guest.client.websocket_connect(f"{table}/live?lang=it") as socket:
        hear_first(socket)
        host.send(f"{table}/say", said="Good luck")
        watcher.look(table)
        watcher.send(f"{table}/say", said="Hello")
        lines = [hear(socket, "a line", lambda message: "chat" in message)["chat"] for _ in range(2)]

    costume = room_of(still, table).places[0].costume
    assert [(line["emote"], line["said"]) for line in lines] == [("luck", "Buona fortuna"), ("", "Hello")]
    assert (lines[0]["seat"], lines[0]["costume"]) == (0, costume)
    assert lines[1]["costume"] == 0


def test_every_quick_word_has_a_picture_that_is_what_is_drawn() -> None:
    sheet = (STYLES / "side.css").read_text(encoding="utf-8")
    emotes = {emote for _, emote, _ in quick_words(voice("stammtisch.web", "en"))}

    assert {path.name: path.read_text(encoding="utf-8") for path in where().iterdir()} == pictures()
    assert {f"{emote}.svg" for emote in emotes} == set(pictures())
    assert set(re.findall(r"\.\./emotes/(\w+)\.svg", sheet)) == emotes


def test_no_two_quick_words_are_the_same_in_a_language() -> None:
    for language in LANGUAGES:
        told = [word for _, _, word in quick_words(voice("stammtisch.web", language))]
        assert len(set(told)) == len(told)

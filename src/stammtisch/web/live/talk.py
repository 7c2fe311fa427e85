"""The talk as somebody reads it: quick words are stored in English, and shown as a picture and a word of the reader."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from stammtisch.core.language import LANGUAGES, Say, voice
from stammtisch.kernel.seats import SPECTATOR
from stammtisch.web.faces import WATCHER
from stammtisch.web.tables.live_table import LiveTable


@dataclass(frozen=True)
class TalkLine:
    """What somebody said, for one reader."""

    name: str
    said: str  # a quick word in the language of the reader, anything else as it was said
    emote: str  # which picture goes with it; empty where none does
    seat: int
    costume: int


def quick_words(say: Say) -> tuple[tuple[str, str, str], ...]:
    """Return what can be said with one tap: as it is stored, its picture, and the word."""
    return (
        ("Bravo", "bravo", say("Bravo")),
        ("Ha", "ha", say("Ha")),
        ("Oh", "oh", say("Oh")),
        ("Ouch", "ouch", say("Ouch")),
        ("Cheers", "cheers", say("Cheers")),
        ("Good luck", "luck", say("Good luck")),
    )


def talk_line(room: LiveTable, line: tuple[str, str, str], language: str) -> TalkLine:
    """Return a line of the talk as somebody reads it."""
    person, name, said = line
    seat, emote = room.seat_of(person), _emotes().get(said.casefold(), "")
    costume = room.places[seat].costume if seat != SPECTATOR else WATCHER
    told = _told(language)[emote] if emote else said
    return TalkLine(name, told, emote, seat, costume)


@cache
def _emotes() -> dict[str, str]:
    """Return the pictures by what was stored, in every language: they were once stored as whoever said them read."""
    return {
        word.casefold(): emote
        for language in LANGUAGES
        for stored, emote, told in quick_words(voice("stammtisch.web", language))
        for word in (stored, told)
    }


@cache
def _told(language: str) -> dict[str, str]:
    return {emote: told for _, emote, told in quick_words(voice("stammtisch.web", language))}

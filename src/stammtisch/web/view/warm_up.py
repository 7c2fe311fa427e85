"""Warming up: what pages are made from is read and compiled once, off the event loop, before the first of them."""

from __future__ import annotations

from typing import Final

from stammtisch.core.game import find_game, game_names
from stammtisch.core.language import voice
from stammtisch.core.rules_page import voice_of
from stammtisch.web.view.render import compile_templates
from stammtisch.web.view.scene import face_of
from stammtisch.web.worker_thread import in_worker_thread

_spoken: Final = set[str]()  # languages whose catalogues are read
_drawn: Final = set[str]()  # languages in which pages can be drawn


async def ready_to_speak(language: str) -> None:
    """Return when the catalogues of a language are read."""
    if language not in _spoken:
        await in_worker_thread(_read_catalogues, language)


async def ready_to_draw(language: str) -> None:
    """Return when the templates of all pages are compiled, and the catalogues of a language read."""
    if language not in _drawn:
        await in_worker_thread(_compile, language)


def _read_catalogues(language: str) -> None:
    voice("stammtisch.web", language)
    for name in game_names():
        voice_of(find_game(name), language)
    _spoken.add(language)


def _compile(language: str) -> None:
    _read_catalogues(language)
    for name in game_names():
        face_of(find_game(name))
    compile_templates()
    _drawn.add(language)

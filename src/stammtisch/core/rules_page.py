"""A game's voice and its pages of rules, wherever it is installed."""

from __future__ import annotations

from enum import IntEnum
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import ModuleType
from typing import cast

from stammtisch.core.game import Game
from stammtisch.core.language import Say, voice
from stammtisch.errors import StammtischError


def package_of(game: Game) -> str:
    """Return the name of the package that is the game."""
    return cast(ModuleType, game).__name__


@cache
def voice_of(game: Game, language: str) -> Say:
    """Return the voice of a game in a language, or in English where it has no catalogue for it."""
    try:
        return voice(package_of(game), language)
    except FileNotFoundError:
        return voice(package_of(game), "en")


def anchor_of(rule: IntEnum) -> str:
    """Return the name that a rule has on the page: `TILE_ALREADY_TURNED` is `tile-already-turned` there."""
    return as_anchor(rule.name)


def as_anchor(name: str) -> str:
    """Return the name of an anchor for the name of a rule, however it is written."""
    return name.strip().lower().replace("_", "-")


def read_page(game: Game, language: str) -> tuple[str, str]:
    """Return the page of rules in a language, or in English, and the language.

    Raises:
        StammtischError: There is neither.
    """
    for candidate in (language, "en"):
        for page in _places(game, candidate):
            if page.is_file():
                return page.read_text(encoding="utf-8"), candidate
    raise StammtischError(f"{game.NAME} has no page of rules")


def _places(game: Game, language: str) -> list[Traversable]:
    """Return where a page may be: in the game's own package, in ours, or in the checkout."""
    name = f"{game.NAME}.md" if language == "en" else f"{game.NAME}.{language}.md"
    package = files("stammtisch")
    return [
        files(package_of(game)) / "pages" / f"{language}.md",
        package / "docs" / "rules" / name,
        package / ".." / ".." / "docs" / "rules" / name,
    ]

"""Text players: whoever is told something in sentences, and answers a sentence, such as a chat model or a script."""

from __future__ import annotations

import re
from collections.abc import Callable
from hashlib import sha256
from importlib import import_module
from importlib.metadata import entry_points
from typing import Final, Protocol, cast

from stammtisch.core.game import Game
from stammtisch.errors import UnknownBot

GROUP: Final = "stammtisch.text_players"  # entry points: functions that are given a game and a language
PREFIX: Final = "text:"  # before the name of a text player in a lineup
_SCRIPTED: Final = re.compile(r"scripted(?::([1-9][0-9]{0,3}))?")
_LISTED: Final = re.compile(r"^- ([^:\n]+): ", re.MULTILINE)
_ORNAMENTS: Final = " \t*_`'\"“”„«»<>[]()."


class TextPlayer(Protocol):
    """Whoever plays one seat of one game by sentences."""

    def answer(self, told: str) -> str:
        """Return what is said to what was told; the last line names the actions, after a colon where there is one."""


NewPlayer = Callable[[Game, str], TextPlayer]  # for a game and a language: somebody who remembers no other game


class ScriptedPlayer:
    """A model that was written by hand: it takes any of the actions that it is told of, and now and then none."""

    def __init__(self, every: int = 0) -> None:
        """Talk of something else in every so manyth answer; 0 for never."""
        self._every = every
        self._answers = 0

    def answer(self, told: str) -> str:
        """Name one of the actions listed, the same for the same text."""
        self._answers += 1
        if self._every and self._answers % self._every == 0:
            return "I would rather dance."
        listed = _LISTED.findall(told)
        chosen = listed[int.from_bytes(sha256(told.encode()).digest()[:4]) % len(listed)]
        return f"There is nothing against it.\nAction: {chosen}"


def read_answer(answer: str) -> list[str]:
    r"""Return the actions that the last line of an answer names: behind its last colon, parted by commas.

    >>> read_answer("The red tile goes to the middle.\n**Action: hide 2**")
    ['hide 2']
    """
    lines = [line for line in answer.splitlines() if line.strip(_ORNAMENTS)]
    last = lines[-1] if lines else ""
    return [part.strip(_ORNAMENTS) for part in last.rpartition(":")[2].split(",")]


def find_text_player(name: str) -> NewPlayer:
    """Return who makes the players of a name: `scripted`, `scripted:4`, of an entry point, or `module:function`.

    Raises:
        UnknownBot: There is none.
    """
    if scripted := _SCRIPTED.fullmatch(name):
        every = int(scripted[1] or 0)
        return lambda _game, _language: ScriptedPlayer(every)
    try:
        for entry in entry_points(group=GROUP, name=name):
            return cast(NewPlayer, entry.load())
        module, colon, function = name.partition(":")
        if colon:
            return cast(NewPlayer, getattr(import_module(module), function))
    except Exception as error:  # it may be anybody's
        raise UnknownBot(f"the text player {name!r} cannot be had: {type(error).__name__}: {error}") from error
    others = sorted(entry_points(group=GROUP).names)
    names = ["scripted", "scripted:N", *others, "MODULE:FUNCTION"]
    raise UnknownBot(f"no text player {name!r}; there are {', '.join(names)}")

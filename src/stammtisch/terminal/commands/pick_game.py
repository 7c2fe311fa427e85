"""The game that the command line names, or that a person picks."""

from __future__ import annotations

from difflib import get_close_matches

from stammtisch.core.game import Game, find_game, game_names
from stammtisch.core.language import Say
from stammtisch.core.rules_page import voice_of
from stammtisch.errors import UnknownGame
from stammtisch.terminal.play.keyboard import choose_from, somebody_can_type
from stammtisch.terminal.play.screen import Screen


def pick_game(name: str | None, screen: Screen, say: Say) -> Game:
    """Return the game of this name; without a name the only one, or the one that a person chooses.

    Raises:
        UnknownGame: There is none of this name, or nobody to choose one.
    """
    names = game_names()
    if name is None:
        if len(names) == 1:
            name = names[0]
        elif names and somebody_can_type():
            titles = [find_game(known).words.title(voice_of(find_game(known), say.language)) for known in names]
            name = names[choose_from(screen, say("Which game?"), titles, say)]
        else:
            raise UnknownGame(f"no game is named; there are {', '.join(names) or 'none'}")
    if name not in names and (near := get_close_matches(name.lower(), names, n=1)):
        raise UnknownGame(f"no game {name!r}; did you mean {near[0]!r}?")
    return find_game(name)

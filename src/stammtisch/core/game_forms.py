"""How a game is offered to somebody who has chosen nothing yet: its forms, the shortest first, and how hard it is.

They stand beside the game, as `FORMS` and `DIFFICULTY` of its `words`, which a game need not have.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from stammtisch.core.game import Game
from stammtisch.core.language import Say


@dataclass(frozen=True)
class GameForm:
    """A game with some of its options chosen, such as one round of it."""

    minutes: int  # that one person with bots takes, roughly; 0: nobody has said
    name: Callable[[Say], str]  # in the voice of the game
    choices: Mapping[str, object] = field(default_factory=dict)  # that differ from the defaults


def forms_of(game: Game) -> tuple[GameForm, ...]:
    """Return the forms of a game, the shortest first: `words.FORMS`; nothing where a game has none."""
    return tuple(getattr(game.words, "FORMS", ()))


def shortest_form(game: Game) -> GameForm:
    """Return what somebody plays who asks for nothing; a game without forms as its defaults are."""
    return next(iter(forms_of(game)), GameForm(0, lambda _: ""))


def difficulty_of(game: Game) -> int:
    """Return how hard a game is to learn, from 1 to 3: `words.DIFFICULTY`; 0 where nobody has said."""
    return int(getattr(game.words, "DIFFICULTY", 0))


def easiest_first(games: list[Game]) -> list[Game]:
    """Return games in the order in which newcomers should meet them; those that say nothing come last."""
    return sorted(games, key=lambda game: (difficulty_of(game) or 9, shortest_form(game).minutes, game.NAME))

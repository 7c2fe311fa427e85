"""What a game is to the rest of the program, and how the installed games are found."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from types import ModuleType
from typing import Any, Final, Protocol, cast

from stammtisch.core.language import Reader, Say
from stammtisch.core.outcome import GameOutcome
from stammtisch.core.step import Step
from stammtisch.errors import UnknownGame
from stammtisch.kernel.drivers import uniform_policy
from stammtisch.kernel.protocol import Hints, Rules

GROUP: Final = "stammtisch.games"  # the entry points that name games


class Notation(Protocol):
    """Actions as short text, for transcripts and the command line; the same in every language."""

    def write(self, action: int) -> str:
        """Return the text of an action."""

    def read(self, text: str) -> int:
        """Return the action that `write` gave this text; raise `NotationError` if there is none."""


class Words(Protocol):
    """What people read. Everything is said from views, so that a sentence knows what its reader may know."""

    def title(self, say: Say) -> str:
        """Return the name of the game."""

    def option(self, name: str, say: Say) -> tuple[str, str]:
        """Return the label of an option and a sentence about it."""

    def ask(self, v: Any, o: Any, seat: int, reader: Reader) -> str:
        """Say what `seat` is asked to decide."""

    def label(self, v: Any, o: Any, action: int, reader: Reader) -> str:
        """Return an action as it stands on a button."""

    def log(self, step: Step, before: Any, after: Any, o: Any, reader: Reader) -> str:
        """Say what happened, to a viewer who saw this of the step and has these views; of NATURE perhaps nothing."""

    def explain(self, rule: IntEnum, v: Any, o: Any, seat: int, action: int, reader: Reader) -> str:
        """Say why the action was refused."""

    def ending(self, outcome: GameOutcome, v: Any, o: Any, reader: Reader) -> str:
        """Say how the game ended."""

    def picture(self, v: Any, o: Any, viewer: int, reader: Reader) -> str:
        """Return the table as `viewer` sees it, in Rich's markup."""


class Game(Protocol):
    """A package with the modules `rules`, `notation` and `words`, and a folder `locale`."""

    def __hash__(self) -> int:
        """Return what a cache finds it by."""

    @property
    def NAME(self) -> str:  # noqa: N802  # a constant of the package
        """The short name, as in `stammtisch play NAME`."""

    @property
    def rules(self) -> Rules:
        """The rules, written once."""

    @property
    def notation(self) -> Notation:
        """Actions as text, both ways."""

    @property
    def words(self) -> Words:
        """What people read."""


@cache
def game_names() -> tuple[str, ...]:
    """Return the names of the installed games; they are looked for once, since that reads every installed package."""
    return tuple(sorted(entry_points(group=GROUP).names))


@cache
def find_game(name: str) -> Game:
    """Return an installed game by its name.

    Raises:
        UnknownGame: There is none of this name.
    """
    for entry in entry_points(group=GROUP, name=name):
        return cast(Game, entry.load())
    raise UnknownGame(f"no game {name!r}; there are {', '.join(game_names())}")


def hints_of(game: Game) -> Hints:
    """Return a game's rules of thumb; those of a game without any choose evenly."""
    return cast(Hints, getattr(game, "hints", uniform_policy))


@dataclass(frozen=True)
class ModuleName:
    """A module, in place of itself."""

    name: str

    @property
    def module(self) -> ModuleType:
        """The module, imported if it is not there."""
        return import_module(self.name)


class Portable:
    """What can be pickled and copied although its attributes hold modules, such as a game: they go by their names."""

    def __getstate__(self) -> dict[str, Any]:
        """Return the attributes, with names in place of modules."""
        return {
            name: ModuleName(value.__name__) if isinstance(value, ModuleType) else value
            for name, value in self.__dict__.items()
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Take the attributes over, with modules in place of their names."""
        for name, value in state.items():
            self.__dict__[name] = value.module if isinstance(value, ModuleName) else value

"""A game under test: the game, and what its rulebook says about secrets and pieces, written a second time."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, replace
from random import Random
from types import ModuleType, SimpleNamespace
from typing import Any, cast

from stammtisch.core.game import Game, hints_of
from stammtisch.core.language import LANGUAGES
from stammtisch.core.rules_page import package_of


def nothing_hidden(s: Any, o: Any, viewer: int, random: Random) -> Any:  # noqa: ARG001  # the same for every game
    """Return the position as it is: what `reshuffled` is in a game without secrets."""
    return s


def nothing_counted(s: Any, o: Any) -> list[Any]:  # noqa: ARG001  # the same for every game
    """Return no pieces: what `census` is in a game that has none which could be lost or doubled."""
    return []


def view_alone(v: Any, o: Any, seat: int) -> Iterable[Any]:  # noqa: ARG001  # the same for every game
    """Yield the view: what `worlds` is in a game without secrets."""
    yield v.copy()


@dataclass(frozen=True)
class Subject:
    """A game and independent statements about it.

    They are written from the rulebook and without looking at `view` and `redeal`: a secrecy test whose other worlds
    come from the view itself would take whatever the view leaks for granted.

    A game without secrets needs none of them: the defaults say that nothing is hidden, and the laws object if a view
    hides something after all.

    Attributes:
        game: The game.
        reshuffled: `(s, o, viewer, random)` to another possible position that looks the same to the viewer.
        census: `(s, o)` to one entry for each piece in each place it is found in; pieces for which `State` has no
            field, such as cards that are not dealt, lie where the rulebook says.
        worlds: `(v, o, seat)` to every position that fits a view; best a generator, as there may be very many.
        languages: Those that the game speaks; English needs no catalogue.
    """

    game: Game
    reshuffled: Callable[[Any, Any, int, Random], Any] = nothing_hidden
    census: Callable[[Any, Any], list[Any]] = nothing_counted
    worlds: Callable[[Any, Any, int], Iterable[Any]] = view_alone
    languages: tuple[str, ...] = tuple(LANGUAGES)

    def planted(self, **faults: object) -> Subject:
        """Return the same subject with functions of a part of the game replaced: a canary for a law.

        Parts are rules, notation, words, hints and features, as far as the game has them.

        Every law must be seen to fail on a fault that is planted for it; a law that has never failed is not trusted.
        """
        game = self.game
        written = [name for name in ("rules", "notation", "words", "features") if hasattr(game, name)]
        parts = {name: _Planted(**_names_in(getattr(game, name))) for name in written}
        parts["hints"] = _Planted(suggest=hints_of(game).suggest)
        for name, fault in faults.items():
            owners = [part for part in parts.values() if hasattr(part, name)]
            if len(owners) != 1:
                raise ValueError(f"{name} is in {len(owners)} parts of {game.NAME}; a fault needs exactly one")
            setattr(owners[0], name, fault)
        named = {"NAME": game.NAME, "__name__": package_of(game)}
        return replace(self, game=cast(Game, _Planted(**named, **parts)))


class _Planted(SimpleNamespace):
    """A module with a fault in it."""

    def __repr__(self) -> str:
        return f"<planted {getattr(self, 'NAME', self.__dict__.get('__name__'))}>"


def _names_in(part: object) -> dict[str, object]:
    """Return what a part of a game provides: a module, or an object such as `PlainWords`."""
    if isinstance(part, ModuleType):
        return vars(part)
    return {name: getattr(part, name) for name in dir(part) if not name.startswith("_")}


def count_pieces(census: list[Any]) -> dict[Hashable, int]:
    """Return how often each piece was found."""
    return {piece: census.count(piece) for piece in census}

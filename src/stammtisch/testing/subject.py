"""A game under test: the game, and what its rulebook says about secrets and pieces, written a second time."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, replace
from random import Random
from types import SimpleNamespace
from typing import Any, cast

from stammtisch.core.game import Game, hints_of


@dataclass(frozen=True)
class Subject:
    """A game and independent statements about it.

    They are written from the rulebook and without looking at `view` and `redeal`: a secrecy test whose other worlds
    come from the view itself would take whatever the view leaks for granted.

    Attributes:
        game: The game.
        reshuffled: `(s, o, viewer, random)` to another possible position that looks the same to the viewer.
        census: `(s, o)` to one entry for each piece in each place it is found in.
        worlds: `(v, o, seat)` to every position that fits a view; best a generator, as there may be very many.
    """

    game: Game
    reshuffled: Callable[[Any, Any, int, Random], Any]
    census: Callable[[Any, Any], list[Any]]
    worlds: Callable[[Any, Any, int], Iterable[Any]]

    def planted(self, **faults: object) -> Subject:
        """Return the same subject with functions of its rules, notation, words or hints replaced: a canary for a law.

        Every law must be seen to fail on a fault that is planted for it; a law that has never failed is not trusted.
        """
        game = self.game
        parts = {name: _Planted(**vars(getattr(game, name))) for name in ("rules", "notation", "words")}
        parts["hints"] = _Planted(suggest=hints_of(game).suggest)
        for name, fault in faults.items():
            owners = [part for part in parts.values() if hasattr(part, name)]
            if len(owners) != 1:
                raise ValueError(f"{name} is in {len(owners)} parts of {game.NAME}; a fault needs exactly one")
            setattr(owners[0], name, fault)
        return replace(self, game=cast(Game, _Planted(NAME=game.NAME, **parts)))


class _Planted(SimpleNamespace):
    """A module with a fault in it."""

    def __repr__(self) -> str:
        return f"<planted {getattr(self, 'NAME', self.__dict__.get('__name__'))}>"


def count_pieces(census: list[Any]) -> dict[Hashable, int]:
    """Return how often each piece was found."""
    return {piece: census.count(piece) for piece in census}

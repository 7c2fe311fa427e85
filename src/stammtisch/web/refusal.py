"""Why a row of actions was not taken, as its seat would see the table after the actions before the one that failed."""

from __future__ import annotations

from collections.abc import Sequence

from stammtisch.core.language import Reader
from stammtisch.core.rulebook import voice_of
from stammtisch.web.room import Room


def explained(room: Room, seat: int, row: Sequence[int], language: str) -> str:
    """Say why a row was refused, or what is still to be chosen if it ends too early."""
    game, o, position = room.game, room.options, room.game_table().position.copy()
    reader, view = Reader(voice_of(game, language), room.names), game.rules.State()
    for action in row:
        if rule := game.rules.check(position, o, seat, action):
            game.rules.view(position, o, seat, view)
            return game.words.explain(game.rules.Rule(rule), view, o, seat, action, reader)
        game.rules.apply(position, o, seat, action)
    game.rules.view(position, o, seat, view)
    return game.words.ask(view, o, seat, reader)

"""First decisions: drawn at random where a study asks for it, and found again in games that were played."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from stammtisch.bots.arena.compiled_game import Player
from stammtisch.bots.bot import Bot
from stammtisch.bots.levels import find_bot
from stammtisch.bots.random_bot import RandomBot
from stammtisch.core.game import find_game


class DrawnOpening:
    """Draws a seat's first decision, each single action evenly, and leaves all others to another bot."""

    def __init__(self, drawn: Bot, bot: Bot) -> None:
        self._drawn, self._bot = drawn, bot

    def choose(self, view: Any, options: Any, seat: int, seed: int, number: int) -> list[int]:
        """Return an action that the seed fixes: the same for the same view and step number."""
        bot = self._bot if view.decided[seat] else self._drawn
        return bot.choose(view, options, seat, seed, number)


@cache
def player_after_draw(game: str, name: str) -> Player:
    """Return a player of this process whose first decision is drawn."""
    known = find_game(game)
    return Player(name, DrawnOpening(RandomBot(known), find_bot(known, name)), known)


def openings_in(rows: Sequence[Sequence[int]], seats: int) -> tuple[tuple[int, ...], ...]:
    """Return by seat the actions of its first decision, in order of their numbers.

    Args:
        rows: What `recorded_games.retrace` wrote of a game.
        seats: How many there are.
    """
    found: list[list[int]] = [[] for _ in range(seats)]
    begun = set(range(seats))
    for _, seat, action, _, completes, _ in rows:
        if seat in begun:
            found[seat].append(action)
            begun -= {seat} if completes else set()
    return tuple(tuple(sorted(actions)) for actions in found)

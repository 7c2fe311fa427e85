"""Matches that tests keep: our games with something to hide, rows of small choices and secret ones; and a guest's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import pytest

from stammtisch.bots.arena.match import Match, play_deal
from stammtisch.core.game import find_game
from stammtisch.datasets.loader import SavedGames, load_games
from stammtisch.datasets.writer import DatasetWriter

CHOICES: Final[Mapping[str, Mapping[str, object]]] = {
    "combo": {"seats": 2, "expert": True},
    "duel": {"royal": True},
    "gang": {"seats": 3, "limit": 30},
    "party": {"seats": 3, "face_down": True, "mirror": True},
    "kuhn": {},
}
every_game = pytest.mark.parametrize("name", CHOICES)


def match_of(name: str, bots: Sequence[str] = ("easy", "random"), seed: int = 5) -> Match:
    """Return a match of a game."""
    return Match.of(find_game(name), bots, CHOICES[name], seed)


def keep(folder: Path, match: Match, deals: int) -> SavedGames:
    """Play a match in this process, and keep it."""
    with DatasetWriter(folder, match, deals) as kept:
        for number in range(deals):
            kept.add(play_deal(match, number, keeps=True))
    return load_games(folder)

"""Positions from everywhere in random games, which are played compiled and stopped on the way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from random import Random
from typing import Any, Final

import numpy as np

from stammtisch.batch.cpu import play_random_games
from stammtisch.core.options import make_options
from stammtisch.games import combo, gang
from stammtisch.kernel.record import Words
from stammtisch.testing import Position
from tests.games.combo.moods import Mood
from tests.games.combo.walks import recorded
from tests.subjects import SUBJECTS

LONG: Final = 5_000  # steps after which games are stopped that might go on
EARLY: Final = 160  # steps, at each of which games are stopped: as many as a round of gang has, and a few more
KEPT: Final = 3  # positions of one phase and option set that are drawn

ONE_ROUND: Final[Mapping[str, object]] = {"seats": 3, "rounds": 1}
COUNTED: Final = 3 * 16 + 3 * 3 + 3 * 16 + 16 + 1  # steps of it: dealing, passing, playing, collecting, counting

# By game: options at their limits, which change no rule but the numbers.
LIMITS: Final[dict[str, tuple[Mapping[str, object], ...]]] = {
    "combo": (
        {
            "board": {
                "stones": [1, 1, 1, 2, 2, 3],
                "full_house": [1, 2, 3, 4, 5, 6, 7],
                "flush": [1, 2, 3, 4, 4, 4, 4],
                "three": [1, 2, 3, 4, 5, 6, 65],
                "straight": [5, 6, 7, 8, 9, 10, 25],
                "columns": 20,
            }
        },
        {
            "seats": 4,
            "quick": True,
            "expert": True,
            "board": {  # on which nearly everybody is blocked in the end
                "stones": [1, 1, 4],
                "full_house": [1, 2, 3, 5],
                "flush": [1, 2, 3, 4],
                "three": [1, 3, 5, 5],
                "straight": [5, 6, 7, 8],
                "columns": 0,
            },
        },
    ),
    "duel": ({"spaces": 4}, {"spaces": 5, "royal": True}, {"spaces": 6}),
    "gang": ({"seats": 3, "limit": 1000}, ONE_ROUND),
    "party": (),
}


def option_sets(name: str) -> tuple[Mapping[str, object], ...]:
    """Return the option sets of a game, and options at their limits."""
    return (*SUBJECTS[name].game.rules.OPTION_SETS, *LIMITS[name])


def stopped_at(name: str, number: int) -> Iterator[Position]:
    """Yield many positions of games with an option set, rare ones among them; nobody knows the steps to them."""
    game, choices = SUBJECTS[name].game, option_sets(name)[number]
    o = make_options(game.rules, choices)
    return (Position(game, choices, o, game.rules.State.of(words), ()) for words in _positions(name, number).tolist())


@cache
def drawn_evenly(name: str) -> list[Position]:
    """Return positions drawn evenly by option set and phase."""
    game, drawn = SUBJECTS[name].game, []
    for number, choices in enumerate(option_sets(name)):
        positions, found = _positions(name, number), dict[int, list[int]]()
        for place, phase in enumerate(_fields(name, positions)["phase"].tolist()):
            found.setdefault(phase, []).append(place)
        o = make_options(game.rules, choices)
        for places in found.values():
            kept = Random(number).sample(places, min(KEPT, len(places)))
            stopped = (game.rules.State.of(positions[place].tolist()) for place in kept)
            drawn += [Position(game, choices, o, s, ()) for s in stopped]
    return drawn


@cache
def _positions(name: str, number: int) -> Words:
    """Play games and stop them at each step of their beginnings, at some later ones, and at the end."""
    game, choices = SUBJECTS[name].game, option_sets(name)[number]
    whole = play_random_games(game, choices, games=20, seed=100, most=LONG, threads=1)
    stops = [*range(6)] * 5  # most often before anything is dealt: placements of combo are sealed no longer
    stops += [*range(EARLY), *np.linspace(EARLY, max(EARLY, whole.steps.mean()), 40).astype(int).tolist()]
    played = [
        play_random_games(game, choices, games=5, seed=number, first=5 * place, most=stop, threads=1).positions
        for place, stop in enumerate(stops)
    ]
    return np.concatenate([whole.positions, *played, *_rare_positions(name, choices)])


def _rare_positions(name: str, choices: Mapping[str, object]) -> Iterator[Words]:
    """Yield what is hardly ever stopped at: a united gang, stones that are aimed, cards older than seven shuffles."""
    if choices is ONE_ROUND:
        counted = play_random_games(gang, choices, games=10_000, seed=1, most=COUNTED, threads=1).positions
        yield counted[_fields(name, counted)["phase"] == gang.rules.Phase.CHOICE]
    if name == "combo":
        for mood, games in ((Mood.EAGER, 6), (Mood.HOARDING, 1)):
            for game in recorded(choices, range(games), mood):
                s = _fields(name, game.positions)
                aimed = (s["phase"] == combo.rules.Phase.INTO) | (s["phase"] == combo.rules.Phase.SPLIT)
                old = (s["drawn"][:, :, -1] > 0).any(1)
                yield game.positions[aimed | old][-50:]


def _fields(name: str, positions: Words) -> Any:
    """Return positions as records, so that one can look at a field of all of them."""
    return positions.view(SUBJECTS[name].game.rules.State.dtype)[:, 0]

"""A game that was played, followed again by what its seats did: every step, and a row for each of their decisions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Final, cast

import numpy as np
from numpy.typing import NDArray

from stammtisch.bots.arena.match import Match, Taken, cached_options
from stammtisch.core.game import find_game
from stammtisch.core.observations.observation import features_of, score_sign
from stammtisch.core.outcome import outcome_of
from stammtisch.core.step import Step
from stammtisch.core.transcripts.transcript import game_lines
from stammtisch.errors import DatasetError
from stammtisch.kernel.bits import words_for
from stammtisch.kernel.chance import DEALS, STREAM_LENGTH, open_stream
from stammtisch.kernel.compile import driver
from stammtisch.kernel.outcome import REWARDS, Outcome, reward
from stammtisch.kernel.record import Row

Columns = dict[str, NDArray[Any]]
# By name the type of what is kept of a decision, beside its observation and its mask.
SCALARS: Final = {
    "deal": np.int64,
    "game": np.int64,
    "seed": np.int64,
    "step": np.int32,
    "seat": np.int8,
    "bot": np.int8,
    "ways": np.int16,
    "action": np.int16,
    "next": np.int32,
    "last": np.bool_,
    **dict.fromkeys(REWARDS, np.float32),
    "worth": np.int64,
}
_ROOM: Final = 1024  # steps


@dataclass(frozen=True)
class SavedGame:
    """What is kept of a game as a whole."""

    deal: int
    game: int  # its number in the match
    seed: int  # of NATURE
    bots: tuple[str, ...]  # by seat, as all that follow
    scores: tuple[int, ...]
    places: tuple[int, ...]
    worths: tuple[int, ...]
    steps: int
    decisions: int  # how many rows it has
    transcript: str


@dataclass(frozen=True, eq=False)
class TracedGame:
    """A game with its decisions, one after another."""

    game: SavedGame
    rows: Columns


class GameTracer:
    """Follows the games of a match."""

    def __init__(self, match: Match) -> None:
        """Get ready, which may compile.

        Raises:
            FeatureError: Nobody has written down how to observe the game in numbers.
        """
        self.match = match
        self._game = game = find_game(match.game)
        self._size = features_of(game).LAYOUT.size
        self._options = cached_options(match.game, match.chosen)
        self._words = np.array(self._options.words(), np.int64)
        self._codes = {name: code for code, name in enumerate(match.bots)}
        self._steps: Any = driver("stammtisch.kernel.drivers.table_steps", cast(ModuleType, game.rules))

    def trace_deal(self, deal: int, taken: tuple[Taken, ...]) -> Iterator[TracedGame]:
        """Yield the games of a deal, one for each rotation.

        Raises:
            DatasetError: The rules do not allow what was done.
        """
        for rotation, acted in enumerate(taken):
            yield self._trace(deal, rotation, acted)

    def _trace(self, deal: int, rotation: int, acted: Taken) -> TracedGame:
        game, options, match = self._game, self._options, self.match
        number, seed, bots = deal * len(match.rotations) + rotation, match.deal_seed(deal), match.rotations[rotation]
        taken = np.array(acted, np.int64).reshape(-1, 2)
        steps, rows, seen, position = self._follow(taken, seed, number)
        outcome, ends = outcome_of(game.rules, position, options), Outcome()
        game.rules.outcome(position, options, ends)
        worths = tuple(int(game.rules.worth(position, options, seat)) for seat in range(options.seats))
        told = [Step(index, seat, action) for index, (seat, action) in enumerate(steps.tolist())]
        comments = (f"# seat {seat}: bot {name}" for seat, name in enumerate(bots))
        text = "\n".join((*comments, *game_lines(game, options, seed, told, outcome))) + "\n"
        sizes = len(told), len(taken)
        saved = SavedGame(deal, number, seed, bots, outcome.scores, outcome.places, worths, *sizes, text)
        seats, sign = taken[:, 0], score_sign(game)
        by_seat: dict[str, list[float]] = {
            name: [reward(ends, options.seats, seat, kind, sign) for seat in range(options.seats)]
            for kind, name in enumerate(REWARDS)
        }
        following = _next(seats)
        columns = {
            **{name: np.full(len(taken), value) for name, value in (("deal", deal), ("game", number), ("seed", seed))},
            "step": rows[:, 0],
            "seat": seats,
            "bot": np.array([self._codes[name] for name in bots])[seats],
            "ways": rows[:, 1],
            "action": taken[:, 1],
            "next": following,
            "last": following == 0,
            **{name: np.array(values)[seats] for name, values in by_seat.items()},
            "worth": np.array(worths)[seats],
        }
        kept: Columns = {name: np.asarray(columns[name], kind) for name, kind in SCALARS.items()}
        return TracedGame(saved, kept | seen)

    def _follow(self, taken: NDArray[np.int64], seed: int, number: int) -> tuple[Any, Any, Columns, Any]:
        """Return the steps of a game, what is known of its decisions, what its seats saw, and the last position."""
        rules, driven = self._game.rules, self._steps
        known = np.zeros((len(taken), 2), np.int64)
        room, legal = _ROOM, np.zeros(words_for(rules.ACTIONS), np.int64)
        allowed = not len(taken) or bool(
            taken.min() >= 0 and taken[:, 0].max() < self._options.seats and taken[:, 1].max() < rules.ACTIONS
        )
        while allowed:
            beginning, deals = rules.State(), np.zeros(STREAM_LENGTH, np.int64)
            rules.start(beginning, self._options)
            position = np.array(beginning.words(), np.int64)
            open_stream(cast(Row, deals), seed, DEALS, 0)
            steps = np.zeros((room, 2), np.int64)
            seen = {
                "observation": np.zeros((len(taken), self._size), np.int8),
                "action_mask": np.zeros((len(taken), rules.ACTIONS), np.int8),
            }
            count = driven.trace(position, self._words, deals, legal, taken, steps, known, *seen.values())
            if count < 0:
                break
            last = rules.State.of(position.tolist())
            if rules.waiting(last, self._options):
                break
            if count <= room:
                return steps[:count], known, seen, last
            room = count
        raise DatasetError(f"the rules of {self._game.NAME} do not allow what was kept of game {number}")


def _next(seats: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return for each decision how many rows further its seat decides again; 0 where it never does."""
    following = np.zeros(len(seats), np.int64)
    for seat in np.unique(seats):
        own = np.flatnonzero(seats == seat)
        following[own[:-1]] = np.diff(own)
    return following

"""Walking through a game without a table: what the laws, perft and the strategies are made of."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from stammtisch.core.game import Game
from stammtisch.core.options import make_options
from stammtisch.core.queries import legal_actions, seats_waited_for, view_of, viewers

__all__ = [  # with the queries that whoever walks needs
    "Mood",
    "Position",
    "begin",
    "even",
    "highest",
    "legal_actions",
    "lowest",
    "random_walk",
    "seats_waited_for",
    "step_on",
    "view_of",
    "viewers",
]


@dataclass(frozen=True)
class Position:
    """A position of a game, and the steps that led to it as pairs of seat and action."""

    game: Game
    choices: Mapping[str, object]
    o: Any
    s: Any
    steps: tuple[tuple[int, int], ...]
    before: Any = None  # the position before the last step

    def __repr__(self) -> str:
        names = [f"{seat}:{self.game.notation.write(action)}" for seat, action in self.steps[-6:]]
        return f"<{self.game.NAME} {dict(self.choices)} after {len(self.steps)} steps, … {' '.join(names)}: {self.s}>"


def begin(game: Game, choices: Mapping[str, object]) -> Position:
    """Return the position before anything has happened."""
    o = make_options(game.rules, choices)
    s: Any = game.rules.State()
    game.rules.start(s, o)
    return Position(game, choices, o, s, ())


def step_on(at: Position, seat: int, action: int) -> Position:
    """Return the position after a legal action, without touching the one before."""
    s = at.s.copy()
    at.game.rules.apply(s, at.o, seat, action)
    return Position(at.game, at.choices, at.o, s, (*at.steps, (seat, action)), at.s)


Mood = Callable[[list[int], Random], int]  # how a seat chooses among its legal actions


def even(actions: list[int], random: Random) -> int:
    """Choose any action, all equally likely."""
    return random.choice(actions)


def lowest(actions: list[int], random: Random) -> int:  # noqa: ARG001
    """Choose the action with the lowest number."""
    return actions[0]


def highest(actions: list[int], random: Random) -> int:  # noqa: ARG001
    """Choose the action with the highest number."""
    return actions[-1]


def random_walk(at: Position, random: Random, most: int = 2000, moods: Sequence[Mood] = ()) -> Iterator[Position]:
    """Yield the positions of random play, this one first, to the end of the game or for `most` steps.

    Of several seats that owe sealed choices any may be next, so their small choices mix. Seats in a mood of their own
    reach what even play hardly ever does.

    Args:
        at: Where to begin.
        random: Where the choices come from.
        most: Where to stop a game that goes on.
        moods: By seat how it chooses; evenly, if none are given.
    """
    yield at
    rules, o = at.game.rules, at.o
    for _ in range(most):
        waited_for = seats_waited_for(rules, at.s, o)
        if not waited_for:
            return
        seat = random.choice(waited_for)
        choose = moods[seat] if seat < len(moods) else even
        at = step_on(at, seat, choose(legal_actions(rules, at.s, o, seat), random))
        yield at

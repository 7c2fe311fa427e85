"""Games to look at, played by chance with the rules alone; deals are those that a table's seed gives."""

from __future__ import annotations

import copy
import hmac
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from stammtisch.core.game import find_game

NATURE, TABLE = 61, 62  # the seats of who deals, and of what is forced; they stand in every store
_LONGEST = 1500  # steps


@dataclass(frozen=True)
class Walk:
    """The steps of a game, and in which phase it is after each."""

    steps: tuple[tuple[int, int], ...]
    phases: tuple[str, ...]
    over: bool

    def until(self, phase: str, times: int) -> Walk:
        """Return the part that ends when the game comes to a phase for the so-manieth time."""
        found = 0
        for index, name in enumerate(self.phases):
            found += name == phase and (index == 0 or self.phases[index - 1] != phase)
            if found == times:
                return Walk(self.steps[: index + 1], self.phases[: index + 1], over=False)
        raise ValueError(f"the game comes to {phase} {found} times, not {times}")


def options_of(game: str, choices: Mapping[str, int]) -> Any:
    """Return the options of a game: whole numbers that differ from the defaults."""
    rules = find_game(game).rules
    options = rules.Options()
    for name in rules.Options.shapes:
        if hasattr(rules.Options, name):
            setattr(options, name, copy.copy(getattr(rules.Options, name)))
    for name, value in choices.items():
        setattr(options, name, int(value))
    rules.prepare(options)
    return options


def walk(game: str, choices: Mapping[str, int], seed: bytes, table: str) -> Walk:
    """Play a game by chance to its end, or for many steps."""
    rules, o, chance = find_game(game).rules, options_of(game, choices), random.Random(f"{game} {table}")
    s: Any = rules.State()
    rules.start(s, o)
    steps, phases, dealt = list[tuple[int, int]](), list[str](), 0
    while (waiting := rules.waiting(s, o)) and len(steps) < _LONGEST:
        seats = [seat for seat in range(63) if waiting >> seat & 1]
        forced = [seat for seat in seats if seat in (NATURE, TABLE)]
        seat = forced[0] if forced else chance.choice(seats)
        legal = legal_actions(game, s, o, seat)
        action = fair(seed, table, dealt, legal) if seat == NATURE else legal[0] if forced else chance.choice(legal)
        dealt += seat == NATURE
        rules.apply(s, o, seat, action)
        steps.append((seat, action))
        phases.append(rules.Phase(int(s.phase)).name if _asks(rules.waiting(s, o)) else "")
    return Walk(tuple(steps), tuple(phases), over=not waiting)


def _asks(waiting: int) -> bool:
    """Whether a person is asked something: a table never rests where NATURE or TABLE has something to do."""
    return waiting != 0 and not waiting >> NATURE


def fair(seed: bytes, table: str, number: int, actions: Sequence[int]) -> int:
    """Return the deal that a live table's seed fixes."""
    digest = hmac.digest(seed, f"{table} {number}".encode(), "sha256")
    return actions[int.from_bytes(digest) * len(actions) >> 256]


def legal_actions(game: str, s: Any, o: Any, seat: int) -> list[int]:
    """Return what a seat may do."""
    rules = find_game(game).rules
    return [action for action in range(rules.ACTIONS) if rules.check(s, o, seat, action) == 0]


def at_end(game: str, choices: Mapping[str, int], steps: Sequence[tuple[int, int]]) -> tuple[Any, Any]:
    """Return the position after some steps, and the options."""
    rules, o = find_game(game).rules, options_of(game, choices)
    s = rules.State()
    rules.start(s, o)
    for seat, action in steps:
        rules.apply(s, o, seat, action)
    return s, o

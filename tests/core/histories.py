"""Histories of a game that look alike to somebody, and what a viewer can tell of one, written a second time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from stammtisch.core.game import Game
from stammtisch.core.observations.perfect_recall import Moment
from stammtisch.kernel.chance import STREAM_LENGTH, WORLDS, open_stream
from stammtisch.kernel.seats import HIDDEN
from stammtisch.testing.walk import Position, begin, legal_actions, random_walk, seats_waited_for, step_on, view_of

Steps = Sequence[tuple[int, int]]


def histories(game: Game, random: Random, number: int, most: int) -> Iterator[Position]:
    """Yield positions of random play after any number of steps, over all option sets."""
    for _ in range(number):
        *_, at = random_walk(begin(game, random.choice(game.rules.OPTION_SETS)), random, random.randrange(most))
        yield at


def moment_at(at: Position) -> Moment:
    """Return the moment of a position."""
    moment = Moment.begin(at.game, at.o)
    for seat, action in at.steps:
        moment = moment.after(seat, action)
    return moment


def what_is_seen(at: Position, viewer: int) -> list[Any]:
    """Return all by which a viewer could tell a history from another one, as it looks up when a seat is asked."""
    rules, now, seen = at.game.rules, begin(at.game, at.choices), list[Any]()
    for seat, action in at.steps:
        if seat < at.o.seats:
            sight = rules.seen(now.s, at.o, viewer, seat, action)
            seen.append((view_of(rules, now.s, at.o, viewer).tobytes(), seat, sight))
        now = step_on(now, seat, action)
    waited_for = seats_waited_for(rules, now.s, at.o)
    if not waited_for or waited_for[0] < at.o.seats:
        seen.append(view_of(rules, now.s, at.o, viewer).tobytes())
    return seen


def with_other_secrets(at: Position, viewer: int, random: Random) -> Iterator[tuple[Position, Position]]:
    """Yield both histories, after each step, while what the viewer does not see of one is drawn anew in the other."""
    rules, one, other = at.game.rules, begin(at.game, at.choices), begin(at.game, at.choices)
    for seat, action in at.steps:
        actions = legal_actions(rules, other.s, at.o, seat)
        if rules.seen(one.s, at.o, viewer, seat, action) == HIDDEN:
            actions = [choice for choice in actions if rules.seen(other.s, at.o, viewer, seat, choice) == HIDDEN]
            choice = random.choice(actions) if actions else action
        else:
            choice = action
        if choice not in actions:
            return
        one, other = step_on(one, seat, action), step_on(other, seat, choice)
        yield one, other


def with_two_exchanged(at: Position, random: Random) -> Position:
    """Return the history with two steps of one seat exchanged, as far as the rules allow it."""
    steps = list(at.steps)
    seats = [seat for seat, _ in steps]
    if steps:
        first = random.randrange(len(steps))
        second = random.choice([place for place, seat in enumerate(seats) if seat == seats[first]])
        steps[first], steps[second] = steps[second], steps[first]
    return replayed(at, steps)


def replayed(at: Position, steps: Steps) -> Position:
    """Return the position to which these steps lead, up to the first that the rules refuse."""
    now = begin(at.game, at.choices)
    for seat, action in steps:
        if action not in legal_actions(at.game.rules, now.s, at.o, seat):
            break
        now = step_on(now, seat, action)
    return now


def a_stream(seed: int) -> list[int]:
    """Return where the draws of a world come from."""
    stream = [0] * STREAM_LENGTH
    open_stream(stream, seed, WORLDS, 0)
    return stream

"""Two games that look the same to somebody all the time, and are not the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from stammtisch.kernel.seats import NATURE, TABLE
from stammtisch.testing import Position
from stammtisch.testing.walk import begin, legal_actions, seats_waited_for, step_on, view_of
from tests.subjects import SUBJECTS

TRIES = 6  # to go on in another way that looks the same, which there is not always
HALF, SELDOM = 0.5, 0.15  # how often that is tried where seats choose, and where cards are dealt

Steps = tuple[tuple[int, int], ...]


def two_histories(name: str, choices: Mapping[str, Any], viewer: int, random: Random) -> tuple[Steps, Steps] | None:
    """Return the steps of two games that have looked the same to a viewer all the time, and are not the same."""
    one = two = begin(SUBJECTS[name].game, choices)
    rest, kept = random.randrange(5, 60), None
    while rest > 0:
        rules = one.game.rules
        waiting = seats_waited_for(rules, one.s, one.o)
        if not waiting or waiting != seats_waited_for(rules, two.s, two.o):
            break
        if NATURE not in waiting and TABLE not in waiting:
            rest -= 1
            kept = (one.steps, two.steps) if one.s != two.s else kept
        seat = random.choice(waiting)
        pair = next(_pairs(one, two, seat, viewer, random), None)
        if pair is None:
            break
        one, two = pair
    return kept


def _pairs(one: Position, two: Position, seat: int, viewer: int, random: Random) -> Iterator[tuple[Position, Position]]:
    """Yield how both games may go on so that the viewer sees no difference; best by different steps."""
    rules, o = one.game.rules, one.o
    mine, yours = legal_actions(rules, one.s, o, seat), legal_actions(rules, two.s, o, seat)
    parted = list(
        zip(_without(mine, yours), _without(yours, mine), strict=False)
    )  # cards that were swapped, swapped back
    same = [(action, action) for action in random.sample(mine, len(mine)) if action in yours]
    tries = same + parted if random.random() < HALF else parted + same
    if random.random() < (SELDOM if seat == NATURE else HALF):
        tries = [(random.choice(mine), random.choice(yours)) for _ in range(TRIES)] + tries
    for left, right in tries:
        sights = [rules.seen(at.s, o, viewer, seat, action) for at, action in ((one, left), (two, right))]
        after = step_on(one, seat, left), step_on(two, seat, right)
        if sights[0] == sights[1] and view_of(rules, after[0].s, o, viewer) == view_of(rules, after[1].s, o, viewer):
            yield after


def _without(actions: list[int], others: list[int]) -> list[int]:
    return [action for action in actions if action not in others]

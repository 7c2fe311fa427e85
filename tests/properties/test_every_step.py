"""Nothing leaks and nothing is lost at any step of a whole round, with every number of seats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import pytest

from stammtisch.games.combo.position import SHUFFLE
from stammtisch.games.duel import rules as duel_rules
from stammtisch.kernel import HIDDEN, Between
from stammtisch.testing import EVERY_STEP, Position, hold_at_every_step
from stammtisch.testing.secrecy_laws import secrecy
from tests.sample.exact import rules as exact_rules
from tests.subjects import DUEL, EXACT, SUBJECTS

ROUNDS: Final = 3  # of a long game that make more than a whole one
MOST: Final = {"combo": 260}  # steps of a game that goes on for long: past the first shuffle

# By game, options beside the seats: those with the most secrets, and of gang a round in which cards are passed.
ALONG: Final[dict[str, tuple[Mapping[str, object], ...]]] = {
    "combo": ({},),
    "duel": ({}, {"royal": True}),
    "exact": ({},),
    "gang": ({"rounds": 1},),
    "party": ({"face_down": True},),
}


def seats_of(name: str) -> range:
    """Return how many seats a game may have."""
    [between] = [mark for mark in SUBJECTS[name].game.rules.Options.marks["seats"] if isinstance(mark, Between)]
    return range(between.low, between.high + 1)


WALKS: Final[list[tuple[str, dict[str, object]]]] = [
    (name, {"seats": seats, **others}) for name in SUBJECTS for seats in seats_of(name) for others in ALONG[name]
]
OPTION_SETS: Final = [
    (name, number) for name in SUBJECTS for number in range(len(SUBJECTS[name].game.rules.OPTION_SETS))
]
LONG: Final = 1000  # steps of games in the deep run
NAMES: Final = ["-".join([name, str(choices["seats"]), *list(choices)[1:]]) for name, choices in WALKS]


def is_a_whole_round(last: Position) -> bool:
    """Whether a walk has seen a game to its end, or several rounds and a shuffle."""
    if not last.game.rules.waiting(last.s, last.o):
        return True
    return last.s.round_number > ROUNDS and SHUFFLE in [action for _, action in last.steps]


@pytest.mark.parametrize(("name", "choices"), WALKS, ids=NAMES)
def test_nothing_leaks_and_nothing_is_lost_at_any_step(name: str, choices: Mapping[str, object]) -> None:
    last = hold_at_every_step(SUBJECTS[name], choices, most=MOST.get(name, 2000))

    assert is_a_whole_round(last), last


@pytest.mark.deep
@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize(("name", "number"), OPTION_SETS)
def test_nothing_leaks_at_any_step_of_long_games_with_all_options(name: str, number: int, seed: int) -> None:
    choices = SUBJECTS[name].game.rules.OPTION_SETS[number]
    last = hold_at_every_step(SUBJECTS[name], choices, seed=seed, most=LONG)

    assert len(last.steps) == LONG or not last.game.rules.waiting(last.s, last.o)


def test_the_walk_notices_a_leak_of_a_single_step() -> None:
    def leaky(s: exact_rules.State, o: exact_rules.Options, seat: int, out: exact_rules.State) -> None:
        exact_rules.view(s, o, seat, out)
        if s.phase == exact_rules.Phase.TRICK and s.hand_size[0] == 1:
            out.aside[0] = s.aside[0]

    with pytest.raises(AssertionError) as noticed:
        hold_at_every_step(EXACT.planted(view=leaky), {"seats": 2})
    assert "secrecy is broken after step" in noticed.value.__notes__[0]


def test_the_walk_notices_a_sight_that_depends_on_what_is_hidden() -> None:
    def knowing(s: duel_rules.State, o: duel_rules.Options, viewer: int, seat: int, action: int) -> int:
        return HIDDEN if action == duel_rules.TURN + s.red else duel_rules.seen(s, o, viewer, seat, action)

    with pytest.raises(AssertionError, match="viewer"):
        hold_at_every_step(DUEL.planted(seen=knowing), {}, laws=[secrecy])


def test_a_walk_is_the_same_whatever_the_laws_draw() -> None:
    assert hold_at_every_step(EXACT, {}, laws=()).steps == hold_at_every_step(EXACT, {}, laws=EVERY_STEP).steps

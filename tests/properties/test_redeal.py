"""Worlds drawn for a seat fit everything it saw, and are all equally likely."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from stammtisch.games.duel.rules import ALL_LANES, Options, State
from stammtisch.kernel import UNKNOWN, Row
from stammtisch.kernel.bits import lowest_in
from stammtisch.testing import Position, Subject, hold
from stammtisch.testing.secrecy_laws import redealt_worlds_look_the_same
from stammtisch.testing.uniform import redeal_probability
from stammtisch.testing.walk import begin, random_walk, view_of, viewers
from tests.amounts import often
from tests.subjects import DUEL, SUBJECTS

MOST_WORLDS = 500
UNEVEN = 1e-6  # less likely than this by chance: not uniform


def _first_covered(v: State, o: Options, seat: int, stream: Row, scratch: Row, out: State) -> None:
    if v.red == UNKNOWN:
        out.red = lowest_in(ALL_LANES & ~v.turned)


def _anywhere(v: State, o: Options, seat: int, stream: Row, scratch: Row, out: State) -> None:
    if v.red == UNKNOWN:
        out.red = 0


@pytest.mark.parametrize("subject", SUBJECTS.values(), ids=SUBJECTS)
def test_a_redealt_world_looks_the_same_to_the_seat(subject: Subject) -> None:
    hold(redealt_worlds_look_the_same, subject, examples=150)


def test_the_law_notices_a_world_that_play_has_ruled_out() -> None:
    with pytest.raises(AssertionError):
        hold(redealt_worlds_look_the_same, DUEL.planted(redeal=_anywhere))


def _places_with_few_worlds(subject: Subject, wanted: int) -> list[tuple[Position, int]]:
    """Find positions and viewers with some worlds to choose from, but not too many to list."""
    rules, random = subject.game.rules, Random(11)
    found: list[tuple[Position, int]] = []
    while len(found) < wanted:
        for at in random_walk(begin(subject.game, random.choice(rules.OPTION_SETS)), random):
            viewer = random.choice(viewers(at.o))
            if random.random() < 0.1 and 1 < _worlds(subject, at, viewer) <= MOST_WORLDS:
                found.append((at, viewer))
    return found[:wanted]


def _worlds(subject: Subject, at: Position, viewer: int) -> int:
    """Count the worlds that fit a view, but not beyond one more than is of use here."""
    worlds = subject.worlds(view_of(subject.game.rules, at.s, at.o, viewer), at.o, viewer)
    return sum(1 for _ in islice(worlds, MOST_WORLDS + 1))


@pytest.mark.parametrize("subject", SUBJECTS.values(), ids=SUBJECTS)
def test_redealt_worlds_are_equally_likely(subject: Subject) -> None:
    for number, (at, viewer) in enumerate(_places_with_few_worlds(subject, often(4, deep=12))):
        draws = 20 * _worlds(subject, at, viewer)

        assert redeal_probability(subject, at, viewer, draws=draws, seed=number) > UNEVEN, (at, viewer)


def test_uneven_worlds_are_noticed() -> None:
    at, viewer = _places_with_few_worlds(DUEL, 1)[0]

    assert redeal_probability(DUEL.planted(redeal=_first_covered), at, viewer, draws=80, seed=1) < UNEVEN

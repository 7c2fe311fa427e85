"""Somebody can always act, until the end comes; and it comes."""

from __future__ import annotations

from collections import deque
from random import Random

import pytest

from stammtisch.games.duel import rules
from stammtisch.games.duel.rules import MARCH, SWAP, Options, Phase, State
from stammtisch.kernel import Row
from stammtisch.testing import Subject, hold
from stammtisch.testing.play_laws import decisions_are_counted, outcomes_agree, somebody_can_act
from stammtisch.testing.walk import begin, random_walk
from tests.amounts import often
from tests.subjects import DUEL, SUBJECTS

LONGEST = 20_000  # steps of a random game


@pytest.mark.parametrize("subject", SUBJECTS.values(), ids=SUBJECTS)
def test_somebody_can_act_until_the_game_is_over(subject: Subject) -> None:
    hold(somebody_can_act, subject, examples=200)


def test_the_law_notices_a_game_that_stands_still() -> None:
    def stuck(s: State, o: Options) -> int:
        return 0 if s.phase == Phase.SHOWN else rules.waiting(s, o)

    with pytest.raises(AssertionError):
        hold(somebody_can_act, DUEL.planted(waiting=stuck))


def test_the_law_notices_a_table_that_has_a_choice() -> None:
    def undecided(s: State, o: Options, seat: int, out: Row) -> None:
        rules.legal(s, o, seat, out)
        if out[0] == 1 << MARCH:
            out[0] |= 1 << SWAP

    with pytest.raises(AssertionError):
        hold(somebody_can_act, DUEL.planted(legal=undecided))


@pytest.mark.parametrize("subject", SUBJECTS.values(), ids=SUBJECTS)
def test_random_games_end(subject: Subject) -> None:
    for choices in subject.game.rules.OPTION_SETS:
        for seed in range(often(1, deep=3)):
            [last] = deque(random_walk(begin(subject.game, choices), Random(seed), most=LONGEST), maxlen=1)

            assert last.s.phase == max(subject.game.rules.Phase), last


@pytest.mark.parametrize("subject", SUBJECTS.values(), ids=SUBJECTS)
def test_a_step_completes_at_most_one_decision(subject: Subject) -> None:
    hold(decisions_are_counted, subject, examples=100)


def test_the_law_notices_a_decision_counted_for_the_wrong_seat() -> None:
    def miscounting(s: State, o: Options, seat: int, action: int) -> None:
        rules.apply(s, o, seat, action)
        s.decided[0] += 1

    with pytest.raises(AssertionError):
        hold(decisions_are_counted, DUEL.planted(apply=miscounting))


@pytest.mark.parametrize("subject", SUBJECTS.values(), ids=SUBJECTS)
def test_outcome_worth_and_the_end_agree(subject: Subject) -> None:
    hold(outcomes_agree, subject, examples=150)


def test_the_law_notices_a_loser_in_front() -> None:
    def upside_down(s: State, o: Options, seat: int) -> int:
        return -rules.worth(s, o, seat)

    with pytest.raises(AssertionError):
        hold(outcomes_agree, DUEL.planted(worth=upside_down))

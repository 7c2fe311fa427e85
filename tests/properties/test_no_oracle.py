"""A seat can tell from its own view what it may do, and learns nothing by asking."""

from __future__ import annotations

import pytest

from stammtisch.games.duel import rules
from stammtisch.games.duel.rules import TURN, Options, Phase, Rule, State
from stammtisch.kernel import Row
from stammtisch.testing import Subject, hold
from stammtisch.testing.secrecy_laws import no_oracle
from tests.subjects import DUEL, SUBJECTS


@pytest.mark.parametrize("subject", SUBJECTS.values(), ids=SUBJECTS)
def test_asking_on_the_view_gives_the_same_answers(subject: Subject) -> None:
    hold(no_oracle, subject, examples=200)


def test_the_law_notices_buttons_that_know_the_red_tile() -> None:
    def knowing(s: State, o: Options, seat: int, out: Row) -> None:
        rules.legal(s, o, seat, out)
        if s.phase == Phase.GUESS and s.red >= 0:
            out[0] &= ~(1 << (TURN + s.red))

    with pytest.raises(AssertionError):
        hold(no_oracle, DUEL.planted(legal=knowing))


def test_the_law_notices_a_refusal_that_knows_the_red_tile() -> None:
    def knowing(s: State, o: Options, seat: int, action: int) -> int:
        if s.phase == Phase.GUESS and action == TURN + s.red:
            return Rule.TILE_ALREADY_TURNED
        return rules.check(s, o, seat, action)

    with pytest.raises(AssertionError):
        hold(no_oracle, DUEL.planted(check=knowing))

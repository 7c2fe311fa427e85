"""`legal` decides and `check` explains: they never disagree."""

from __future__ import annotations

import pytest

from stammtisch.games.duel import rules
from stammtisch.games.duel.rules import TURN, Options, Rule, State
from stammtisch.kernel import Row
from stammtisch.testing import Subject, hold
from stammtisch.testing.play_laws import legal_is_check
from tests.subjects import DUEL, SUBJECTS


@pytest.mark.parametrize("subject", SUBJECTS.values(), ids=SUBJECTS)
def test_check_allows_exactly_the_legal_actions(subject: Subject) -> None:
    hold(legal_is_check, subject, examples=200)


def test_the_law_notices_a_check_that_allows_turning_a_tile_twice() -> None:
    def lenient(s: State, o: Options, seat: int, action: int) -> int:
        rule = rules.check(s, o, seat, action)
        return Rule.OK if rule == Rule.TILE_ALREADY_TURNED else rule

    with pytest.raises(AssertionError):
        hold(legal_is_check, DUEL.planted(check=lenient))


def test_the_law_notices_a_legal_action_out_of_turn() -> None:
    def eager(s: State, o: Options, seat: int, out: Row) -> None:
        rules.legal(s, o, seat, out)
        if seat == 1 and s.bluffer == 1:
            out[0] |= 1 << TURN if out[0] == 0 else 0

    with pytest.raises(AssertionError):
        hold(legal_is_check, DUEL.planted(legal=eager))

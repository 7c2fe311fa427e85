"""Rules of thumb suggest what is legal, and look at nothing that their seat may not know."""

from __future__ import annotations

import pytest

from stammtisch.games.duel.rules import TURN, Options, Phase, State
from stammtisch.kernel import Row
from stammtisch.kernel.bits import count, nth
from stammtisch.testing import Subject, hold
from stammtisch.testing.secrecy_laws import hints_know_only_the_view
from tests.subjects import DUEL, SUBJECTS


@pytest.mark.parametrize("subject", SUBJECTS.values(), ids=SUBJECTS)
def test_hints_are_the_same_on_the_view(subject: Subject) -> None:
    hold(hints_know_only_the_view, subject, examples=300)


def test_the_law_notices_a_hint_that_knows_the_red_tile() -> None:
    def knowing(s: State, o: Options, seat: int, legal: Row, stream: Row) -> int:
        return TURN + s.red if s.phase == Phase.GUESS and s.red >= 0 else nth(legal, 0)

    with pytest.raises(AssertionError):
        hold(hints_know_only_the_view, DUEL.planted(suggest=knowing))


def test_the_law_notices_a_hint_that_is_not_legal() -> None:
    def wild(s: State, o: Options, seat: int, legal: Row, stream: Row) -> int:
        return nth(legal, count(legal) - 1) + 1

    with pytest.raises(AssertionError):
        hold(hints_know_only_the_view, DUEL.planted(suggest=wild))

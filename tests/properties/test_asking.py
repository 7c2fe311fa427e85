"""Questions change nothing."""

from __future__ import annotations

import pytest

from stammtisch.games.duel import rules
from stammtisch.games.duel.rules import Options, State
from stammtisch.testing import Subject, hold
from stammtisch.testing.secrecy_laws import asking_changes_nothing
from tests.amounts import often
from tests.subjects import DUEL, SUBJECTS


@pytest.mark.parametrize("subject", SUBJECTS.values(), ids=SUBJECTS)
def test_asking_changes_nothing(subject: Subject) -> None:
    hold(asking_changes_nothing, subject, examples=often(40, deep=100))


def test_the_law_notices_a_check_that_writes() -> None:
    def writing(s: State, o: Options, seat: int, action: int) -> int:
        s.rounds += 1
        return rules.check(s, o, seat, action)

    with pytest.raises(AssertionError):
        hold(asking_changes_nothing, DUEL.planted(check=writing))


def test_the_law_notices_a_view_that_writes_to_the_options() -> None:
    def writing(s: State, o: Options, seat: int, out: State) -> None:
        o.royal = 1 - o.royal

    with pytest.raises(AssertionError):
        hold(asking_changes_nothing, DUEL.planted(view=writing))

"""Looking at a view shows the view."""

from __future__ import annotations

import pytest

from stammtisch.games.duel import rules
from stammtisch.games.duel.rules import Options, State
from stammtisch.testing import Subject, hold
from stammtisch.testing.secrecy_laws import view_of_a_view
from tests.subjects import DUEL, SUBJECTS


@pytest.mark.parametrize("subject", SUBJECTS.values(), ids=SUBJECTS)
def test_the_view_of_a_view_is_the_view(subject: Subject) -> None:
    hold(view_of_a_view, subject, examples=200)


def test_the_law_notices_a_view_that_needs_the_position() -> None:
    def derived(s: State, o: Options, seat: int, out: State) -> None:
        rules.view(s, o, seat, out)
        out.rounds = s.rounds + (1 if s.red >= 0 else 0)

    with pytest.raises(AssertionError):
        hold(view_of_a_view, DUEL.planted(view=derived))

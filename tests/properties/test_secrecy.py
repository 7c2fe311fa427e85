"""A view depends on nothing that its viewer cannot see."""

from __future__ import annotations

import pytest

from stammtisch.games.duel import rules
from stammtisch.games.duel.rules import Options, State
from stammtisch.testing import Subject, hold
from stammtisch.testing.secrecy_laws import secrecy
from tests.sample.exact import rules as exact_rules
from tests.subjects import DUEL, EXACT, SUBJECTS


@pytest.mark.parametrize("subject", SUBJECTS.values(), ids=SUBJECTS)
def test_a_view_does_not_depend_on_what_the_viewer_cannot_see(subject: Subject) -> None:
    hold(secrecy, subject, examples=200)


def test_the_law_notices_a_leaked_red_tile() -> None:
    def leaky(s: State, o: Options, seat: int, out: State) -> None:
        rules.view(s, o, seat, out)
        out.red = s.red

    with pytest.raises(AssertionError):
        hold(secrecy, DUEL.planted(view=leaky))


@pytest.mark.parametrize("field", ["hand", "aside", "bid"])
def test_the_law_notices_leaked_cards_and_sealed_bids(field: str) -> None:
    def leaky(s: exact_rules.State, o: exact_rules.Options, seat: int, out: exact_rules.State) -> None:
        exact_rules.view(s, o, seat, out)
        for other in range(o.seats):
            getattr(out, field)[other] = getattr(s, field)[other]

    with pytest.raises(AssertionError):
        hold(secrecy, EXACT.planted(view=leaky))

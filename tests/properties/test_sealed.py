"""Sealed choices mean the same in whatever order they arrive."""

from __future__ import annotations

import pytest

from stammtisch.testing import Subject, hold
from stammtisch.testing.play_laws import sealed_choices_have_no_order
from tests.sample.exact import rules
from tests.sample.exact.rules import Options, Phase, State
from tests.subjects import EXACT, SUBJECTS


@pytest.mark.parametrize("subject", SUBJECTS.values(), ids=SUBJECTS)
def test_sealed_choices_open_the_same_in_any_order(subject: Subject) -> None:
    hold(sealed_choices_have_no_order, subject, examples=200)


def test_the_law_notices_that_the_last_to_choose_leads() -> None:
    def last_leads(s: State, o: Options, seat: int, action: int) -> None:
        sealed = s.phase == Phase.PLAN
        rules.apply(s, o, seat, action)
        if sealed and s.phase != Phase.PLAN:
            s.leader = seat
            s.waits = 1 << seat

    with pytest.raises(AssertionError):
        hold(sealed_choices_have_no_order, EXACT.planted(apply=last_leads), examples=300)

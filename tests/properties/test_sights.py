"""What a viewer sees of a step is part of what its view holds afterwards."""

from __future__ import annotations

import pytest

from stammtisch.games.duel.rules import Options, State
from stammtisch.kernel import HIDDEN
from stammtisch.testing import Subject, hold
from stammtisch.testing.secrecy_laws import no_sight_beyond_the_view
from tests.subjects import DUEL, EXACT, SUBJECTS


@pytest.mark.parametrize("subject", SUBJECTS.values(), ids=SUBJECTS)
def test_actions_that_leave_a_viewer_equally_wise_look_the_same(subject: Subject) -> None:
    hold(no_sight_beyond_the_view, subject, examples=100)


@pytest.mark.parametrize("subject", [DUEL, EXACT])
def test_the_law_notices_that_secret_actions_are_shown(subject: Subject) -> None:
    def open_eyed(s: State, o: Options, viewer: int, seat: int, action: int) -> int:
        return action

    with pytest.raises(AssertionError):
        hold(no_sight_beyond_the_view, subject.planted(seen=open_eyed))


def test_the_law_notices_a_seat_that_cannot_see_its_own_action() -> None:
    def blind(s: State, o: Options, viewer: int, seat: int, action: int) -> int:
        return HIDDEN

    with pytest.raises(AssertionError):
        hold(no_sight_beyond_the_view, DUEL.planted(seen=blind))

"""Every piece is in exactly one place."""

from __future__ import annotations

from dataclasses import replace

import pytest
from examples import kuhn

from stammtisch.games.duel import rules as duel_rules
from stammtisch.games.duel.rules import Options, State
from stammtisch.kernel import NONE
from stammtisch.testing import Subject, hold
from stammtisch.testing.play_laws import every_piece_in_one_place
from tests.sample.exact import rules
from tests.subjects import DUEL, EXACT, KUHN, SUBJECTS


@pytest.mark.parametrize("subject", SUBJECTS.values(), ids=SUBJECTS)
def test_every_piece_is_in_exactly_one_place(subject: Subject) -> None:
    hold(every_piece_in_one_place, subject, examples=200)


def test_the_law_notices_a_cockroach_off_the_board() -> None:
    def careless(s: State, o: Options, seat: int, action: int) -> None:
        duel_rules.apply(s, o, seat, action)
        s.roach[0] = o.goal + 1

    with pytest.raises(AssertionError):
        hold(every_piece_in_one_place, DUEL.planted(apply=careless))


def test_the_law_notices_a_card_that_is_dealt_twice() -> None:
    def generous(s: rules.State, o: rules.Options, seat: int, action: int) -> None:
        rules.apply(s, o, seat, action)
        s.hand[0] |= s.hand[1]

    with pytest.raises(AssertionError):
        hold(every_piece_in_one_place, EXACT.planted(apply=generous))


def test_a_census_that_forgets_what_no_field_holds_is_told_where_it_lies() -> None:
    def forgetful(s: kuhn.rules.State, o: kuhn.rules.Options) -> list[int]:
        return [s.card[seat] for seat in range(2) if s.card[seat] != NONE]

    with pytest.raises(
        AssertionError, match=r"new \[\d.*: `census` .*cards that are not dealt, lie where the rulebook says"
    ):
        hold(every_piece_in_one_place, replace(KUHN, census=forgetful))

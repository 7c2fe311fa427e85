"""The laws notice faults planted in gang, with three, four, five and six seats."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from stammtisch.games.gang import rules
from stammtisch.games.gang.rules import Options, Phase, State
from stammtisch.testing import Subject, hold, hold_at_every_step
from stammtisch.testing.hold import Law
from stammtisch.testing.play_laws import every_piece_in_one_place, legal_is_check, sealed_choices_have_no_order
from stammtisch.testing.secrecy_laws import no_oracle, no_sight_beyond_the_view, secrecy
from tests.subjects import GANG

every_count = pytest.mark.parametrize("seats", [3, 4, 5, 6])


def _leaks(field: str) -> Callable[[State, Options, int, State], None]:
    def view(s: State, o: Options, seat: int, out: State) -> None:
        rules.view(s, o, seat, out)
        for other in range(o.seats):
            getattr(out, field)[other] = getattr(s, field)[other]

    return view


def _sees_everything(s: State, o: Options, viewer: int, seat: int, action: int) -> int:
    return action


def _refuses_what_others_hold(s: State, o: Options, seat: int, action: int) -> int:
    if s.phase == Phase.PASS and s.hand[(seat + 1) % o.seats] & 1 << 5:
        return rules.Rule.NOT_AN_ACTION_NOW
    return rules.check(s, o, seat, action)


def _deals_a_card_twice(s: State, o: Options, seat: int, action: int) -> None:
    rules.apply(s, o, seat, action)
    if s.phase == Phase.PLAY:
        s.hand[0] |= s.hand[1]


def _lets_the_last_to_pass_lead(s: State, o: Options, seat: int, action: int) -> None:
    passing = s.phase == Phase.PASS
    rules.apply(s, o, seat, action)
    if passing and s.phase == Phase.PLAY:
        s.points[0] = seat


def _allows_everything_in_hand(s: State, o: Options, seat: int, action: int) -> int:
    rule = rules.check(s, o, seat, action)
    return rules.Rule.OK if rule == rules.Rule.MUST_FOLLOW_COLOUR else rule


FAULTS: list[tuple[Law, dict[str, Callable[..., Any]]]] = [
    (secrecy, {"view": _leaks("hand")}),
    (secrecy, {"view": _leaks("passed")}),
    (no_sight_beyond_the_view, {"seen": _sees_everything}),
    (no_oracle, {"check": _refuses_what_others_hold}),
    (legal_is_check, {"check": _allows_everything_in_hand}),
    (every_piece_in_one_place, {"apply": _deals_a_card_twice}),
    (sealed_choices_have_no_order, {"apply": _lets_the_last_to_pass_lead}),
]


def _with(seats: int, **faults: Callable[..., Any]) -> Subject:
    """Return gang for so many seats, one round in which cards are passed, with a fault."""
    return GANG.planted(OPTION_SETS=({"seats": seats, "rounds": 1},), **faults)


@every_count
@pytest.mark.parametrize(("law", "fault"), FAULTS, ids=[f"{law.__name__}-{next(iter(fault))}" for law, fault in FAULTS])
def test_a_law_notices_a_fault_in_gang(law: Law, fault: dict[str, Callable[..., Any]], seats: int) -> None:
    hold(law, _with(seats), examples=20)

    with pytest.raises(AssertionError):
        hold(law, _with(seats, **fault), examples=150)


def _tells_in_the_last_trick_what_the_receiver_passed_on(s: State, o: Options, seat: int, out: State) -> None:
    rules.view(s, o, seat, out)
    if seat < o.seats and s.phase >= Phase.PLAY and s.tricks == o.each - 1:
        receiver = (seat + s.round_number) % o.seats
        out.passed[receiver] = s.passed[receiver]


@every_count
def test_a_leak_in_the_last_trick_alone_is_noticed(seats: int) -> None:
    planted = _with(seats, view=_tells_in_the_last_trick_what_the_receiver_passed_on)

    with pytest.raises(AssertionError) as noticed:
        hold_at_every_step(planted, {"seats": seats, "rounds": 1}, laws=[secrecy])
    assert "secrecy is broken" in noticed.value.__notes__[0]

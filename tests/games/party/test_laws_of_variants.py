"""The laws notice faults planted in the variants of party: about face-down cards, and about the mirror."""

from __future__ import annotations

from typing import cast

import pytest

from stammtisch.games.party import rules
from stammtisch.games.party.position import Options, Phase, Rule, State
from stammtisch.kernel import NONE, Row
from stammtisch.testing import hold
from stammtisch.testing.hold import Law
from stammtisch.testing.play_laws import every_piece_in_one_place, legal_is_check, sealed_choices_have_no_order
from stammtisch.testing.secrecy_laws import no_oracle, secrecy
from tests.games.party.test_laws import Fault, every_count, leaks, names_of, party_with


def _seals_in_turn(s: State, o: Options, seat: int, action: int) -> None:
    sealing = s.phase == Phase.SEAL
    rules.apply(s, o, seat, action)
    if sealing and s.phase == Phase.PLAY:
        s.holder = seat


def _knows_what_lies_face_down(s: State, o: Options, seat: int, action: int) -> int:
    if s.phase == Phase.PLAY and s.face_down[(seat + 1) % o.seats] > 3:
        return Rule.NOT_AN_ACTION_NOW
    return rules.check(s, o, seat, action)


def _takes_the_face_down_card_away(s: State, o: Options, seat: int, action: int) -> None:
    rules.apply(s, o, seat, action)
    if s.phase == Phase.MOVE:
        s.face_down[0] = NONE


def _throws_out_anything(s: State, o: Options, seat: int, action: int) -> int:
    rule = rules.check(s, o, seat, action)
    return Rule.OK if rule == Rule.NOT_IN_YOUR_DISPLAY else rule


def _throws_out_and_forgets(s: State, o: Options, seat: int, action: int) -> None:
    gone = list(cast(list[int], s.gone)) if s.phase == Phase.MIRROR else None
    rules.apply(s, o, seat, action)
    if gone is not None:
        s.gone = cast(Row, gone)


FACE_DOWN_FAULTS: list[tuple[Law, Fault]] = [
    (secrecy, {"view": leaks("face_down")}),
    (no_oracle, {"check": _knows_what_lies_face_down}),
    (sealed_choices_have_no_order, {"apply": _seals_in_turn}),
    (every_piece_in_one_place, {"apply": _takes_the_face_down_card_away}),
]
MIRROR_FAULTS: list[tuple[Law, Fault]] = [
    (legal_is_check, {"check": _throws_out_anything}),
    (every_piece_in_one_place, {"apply": _throws_out_and_forgets}),
]
BOTH_FAULTS = FACE_DOWN_FAULTS + MIRROR_FAULTS


@every_count
@pytest.mark.parametrize(("law", "fault"), FACE_DOWN_FAULTS, ids=names_of(FACE_DOWN_FAULTS))
def test_a_law_notices_a_fault_about_face_down_cards(law: Law, fault: Fault, seats: int) -> None:
    with pytest.raises(AssertionError):
        hold(law, party_with({"seats": seats, "face_down": True}, fault), examples=150)


@pytest.mark.parametrize(("law", "fault"), MIRROR_FAULTS, ids=names_of(MIRROR_FAULTS))
def test_a_law_notices_a_fault_about_the_mirror(law: Law, fault: Fault) -> None:
    with pytest.raises(AssertionError):
        hold(law, party_with({"seats": 2, "mirror": True}, fault), examples=150)


@pytest.mark.deep
@pytest.mark.parametrize("seats", [2, 3, 6])
@pytest.mark.parametrize(
    ("law", "fault"), FACE_DOWN_FAULTS + MIRROR_FAULTS, ids=names_of(FACE_DOWN_FAULTS + MIRROR_FAULTS)
)
def test_a_law_notices_a_fault_in_both_variants_together(law: Law, fault: Fault, seats: int) -> None:
    with pytest.raises(AssertionError):
        hold(law, party_with({"seats": seats, "face_down": True, "mirror": True}, fault), examples=400)

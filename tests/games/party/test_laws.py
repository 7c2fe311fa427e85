"""The laws notice faults planted in party, with every number of seats and every variant."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from random import Random
from typing import Any, cast

import pytest

from stammtisch.core.language import Reader
from stammtisch.errors import TranscriptError
from stammtisch.games.party import notation, rules
from stammtisch.games.party.position import COUNT, KING, Options, Phase, Rule, State
from stammtisch.kernel import HIDDEN, TABLE, Row
from stammtisch.kernel.compile import driver
from stammtisch.testing import Position, Subject, hold
from stammtisch.testing.compiled_laws import compiled_answers_agree
from stammtisch.testing.hold import Law
from stammtisch.testing.play_laws import (
    decisions_are_counted,
    every_piece_in_one_place,
    legal_is_check,
    outcomes_agree,
    sealed_choices_have_no_order,
    somebody_can_act,
    steps_replay,
)
from stammtisch.testing.secrecy_laws import (
    asking_changes_nothing,
    no_oracle,
    no_sight_beyond_the_view,
    redealt_worlds_look_the_same,
    secrecy,
    view_of_a_view,
)
from stammtisch.testing.text_laws import everything_is_said, notation_round_trips, transcript_round_trips
from tests.subjects import PARTY

Fault = dict[str, Callable[..., Any]]

CALLS = count(1)
every_count = pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])


def leaks(field: str) -> Callable[[State, Options, int, State], None]:
    def view(s: State, o: Options, seat: int, out: State) -> None:
        rules.view(s, o, seat, out)
        for other in range(o.seats):
            getattr(out, field)[other] = getattr(s, field)[other]

    return view


def _tells_of_a_king(s: State, o: Options, seat: int, out: State) -> None:
    rules.view(s, o, seat, out)
    out.turn = s.turn + (1 if s.hand[0] & 1 << KING and s.phase == Phase.PLAY else 0)


def _sees_everything(s: State, o: Options, viewer: int, seat: int, action: int) -> int:
    return action


def _does_not_see_itself(s: State, o: Options, viewer: int, seat: int, action: int) -> int:
    return HIDDEN if s.phase == Phase.PLAY else rules.seen(s, o, viewer, seat, action)


def _refuses_what_others_hold(s: State, o: Options, seat: int, action: int) -> int:
    if s.phase == Phase.PLAY and s.hand[(seat + 1) % o.seats] & 1 << 5:
        return Rule.NOT_AN_ACTION_NOW
    return rules.check(s, o, seat, action)


def _counts_hands_by_their_cards(s: State, o: Options, seat: int, out: State) -> None:
    rules.view(s, o, seat, out)
    for other in range(o.seats):
        out.hand_size[other] = s.hand[other].bit_count()


def _redeals_a_larger_hand(v: State, o: Options, seat: int, stream: Row, scratch: Row, out: State) -> None:
    rules.redeal(v, o, seat, stream, scratch, out)
    for other in range(o.seats):
        if other != seat:
            out.hand[other] |= out.pile[other]


def _writes_while_asked(s: State, o: Options, seat: int, out: Row) -> None:
    rules.legal(s, o, seat, out)
    s.gone[1] += 1


def _allows_any_card(s: State, o: Options, seat: int, action: int) -> int:
    rule = rules.check(s, o, seat, action)
    return Rule.OK if rule in (Rule.CARD_NOT_IN_HAND, Rule.KING_NOT_FACE_DOWN) else rule


def _waits_for_nobody_to_move(s: State, o: Options) -> int:
    return 0 if s.phase == Phase.MOVE else rules.waiting(s, o)


def _lets_the_table_choose(s: State, o: Options, seat: int, out: Row) -> None:
    rules.legal(s, o, seat, out)
    if s.phase == Phase.MOVE and out[0]:
        out[0] |= 1 << COUNT


def _counts_for_the_table(s: State, o: Options, seat: int, action: int) -> None:
    rules.apply(s, o, seat, action)
    if seat == TABLE:
        s.decided[0] += 1


def _lets_the_last_to_choose_begin(s: State, o: Options, seat: int, action: int) -> None:
    choosing = s.phase == Phase.PLAY
    rules.apply(s, o, seat, action)
    if choosing and s.phase == Phase.TAKE:
        s.turn = seat


def _leaves_the_card_on_the_floor(s: State, o: Options, seat: int, action: int) -> None:
    floor = list(cast(list[int], s.floor)), s.floor_values
    taking = s.phase == Phase.TAKE
    rules.apply(s, o, seat, action)
    if taking:
        s.floor, s.floor_values = cast(Row, floor[0]), floor[1]


def _loses_pairs(s: State, o: Options, seat: int, action: int) -> None:
    rules.apply(s, o, seat, action)
    for value in range(KING + 1):
        s.gone[value] = 0


def _remembers(s: State, o: Options, seat: int, action: int) -> None:
    rules.apply(s, o, seat, action)
    s.points[0] = next(CALLS)


def _upside_down(s: State, o: Options, seat: int) -> int:
    return -rules.worth(s, o, seat)


def _writes_all_kings(action: int) -> str:
    return notation.write(action).replace("12", "13")


def _reads_the_next_card(text: str) -> int:
    action = notation.read(text)
    return action % KING + 1 if 1 <= action <= KING else action


def _says_nothing(v: State, o: Options, seat: int, reader: Reader) -> str:
    return ""


def answers_agree(subject: Subject, at: Position, random: Random) -> None:
    """Hold the compiled rules, without the fault, against the subject."""
    compiled_answers_agree(subject, at, random, compiled=driver("stammtisch.kernel.drivers.rules_calls", rules))


FAULTS: list[tuple[Law, Fault]] = [
    (secrecy, {"view": leaks("hand")}),
    (secrecy, {"view": leaks("pile")}),
    (secrecy, {"view": leaks("played")}),
    (secrecy, {"view": _tells_of_a_king}),
    (view_of_a_view, {"view": _counts_hands_by_their_cards}),
    (no_sight_beyond_the_view, {"seen": _sees_everything}),
    (no_sight_beyond_the_view, {"seen": _does_not_see_itself}),
    (no_oracle, {"check": _refuses_what_others_hold}),
    (redealt_worlds_look_the_same, {"redeal": _redeals_a_larger_hand}),
    (asking_changes_nothing, {"legal": _writes_while_asked}),
    (legal_is_check, {"check": _allows_any_card}),
    (somebody_can_act, {"waiting": _waits_for_nobody_to_move}),
    (somebody_can_act, {"legal": _lets_the_table_choose}),
    (decisions_are_counted, {"apply": _counts_for_the_table}),
    (sealed_choices_have_no_order, {"apply": _lets_the_last_to_choose_begin}),
    (every_piece_in_one_place, {"apply": _leaves_the_card_on_the_floor}),
    (every_piece_in_one_place, {"apply": _loses_pairs}),
    (steps_replay, {"apply": _remembers}),
    (outcomes_agree, {"worth": _upside_down}),
    (answers_agree, {"worth": _upside_down}),
    (notation_round_trips, {"write": _writes_all_kings}),
    (transcript_round_trips, {"read": _reads_the_next_card}),
    (everything_is_said, {"ask": _says_nothing}),
]
VARIANTS: list[dict[str, object]] = [{"face_down": True}, {"mirror": True}, {"face_down": True, "mirror": True}]
EVERY_FAULT = [(law, fault, variant) for law, fault in FAULTS for variant in VARIANTS]


def names_of(faults: Sequence[tuple[Any, ...]]) -> list[str]:
    return [f"{law.__name__}-{next(iter(fault.values())).__name__}" for law, fault, *_ in faults]


def party_with(choices: dict[str, object], fault: Fault) -> Subject:
    """Return party with these options alone, with a fault."""
    return PARTY.planted(OPTION_SETS=(choices,), **fault)


@every_count
@pytest.mark.parametrize(("law", "fault"), FAULTS, ids=names_of(FAULTS))
def test_a_law_notices_a_fault_in_party(law: Law, fault: Fault, seats: int) -> None:
    with pytest.raises((AssertionError, TranscriptError)):
        hold(law, party_with({"seats": seats}, fault), examples=150)


@pytest.mark.deep
@pytest.mark.parametrize("seats", [2, 3, 6])
@pytest.mark.parametrize(("law", "fault", "variant"), EVERY_FAULT, ids=names_of(EVERY_FAULT))
def test_a_law_notices_a_fault_whatever_the_variants(
    law: Law, fault: Fault, variant: dict[str, object], seats: int
) -> None:
    with pytest.raises((AssertionError, TranscriptError)):
        hold(law, party_with({"seats": seats, **variant}, fault), examples=400)

"""The laws notice faults planted in combo, with two, three and four seats, quick or not, expert or not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import product
from random import Random
from typing import Any, TypeAlias

import pytest

from stammtisch.games.combo import rules
from stammtisch.games.combo.cards import COLOURS
from stammtisch.games.combo.position import Options, Phase, Rule, State
from stammtisch.kernel import Row
from stammtisch.testing import Position, Subject
from stammtisch.testing.hold import Law
from stammtisch.testing.play_laws import (
    decisions_are_counted,
    every_piece_in_one_place,
    legal_is_check,
    sealed_choices_have_no_order,
    somebody_can_act,
)
from stammtisch.testing.secrecy_laws import (
    no_oracle,
    no_sight_beyond_the_view,
    redealt_worlds_look_the_same,
    secrecy,
    view_of_a_view,
)
from stammtisch.testing.walk import begin, random_walk
from tests.subjects import COMBO

Table: TypeAlias = tuple[int, bool, bool]  # seats, quick, expert

GAMES = 2
STEPS = 400
KEPT = 2  # positions of one phase and game

every_table = pytest.mark.parametrize("table", list(product((2, 3, 4), (False, True), (False, True))), ids=str)
every_base_table = pytest.mark.parametrize("table", list(product((2, 3, 4), (False, True), (False,))), ids=str)


def _shows_hands(s: State, o: Options, seat: int, out: State) -> None:
    rules.view(s, o, seat, out)
    for other in range(o.seats):
        for colour in range(COLOURS):
            out.hand[other][colour] = s.hand[other][colour]


def _shows_the_pile(s: State, o: Options, seat: int, out: State) -> None:
    rules.view(s, o, seat, out)
    for colour in range(COLOURS):
        out.pile[colour] = s.pile[colour]


def _shows_sealed_placements(s: State, o: Options, seat: int, out: State) -> None:
    rules.view(s, o, seat, out)
    for other in range(o.seats):
        out.start[other] = s.start[other]


def _forgets_the_display(s: State, o: Options, seat: int, out: State) -> None:
    rules.view(s, o, seat, out)
    out.display[0] = out.display_size
    out.display_size = 0


def _sees_everything(s: State, o: Options, viewer: int, seat: int, action: int) -> int:
    return action


def _refuses_to_begin_depending_on_the_pile(s: State, o: Options, seat: int, action: int) -> int:
    if s.phase == Phase.TURN and s.pile[0] & 1:
        return Rule.NOT_AN_ACTION_NOW
    return rules.check(s, o, seat, action)


def _allows_cards_in_any_order(s: State, o: Options, seat: int, action: int) -> int:
    rule = rules.check(s, o, seat, action)
    return Rule.OK if rule == Rule.LOW_TO_HIGH else rule


def _keeps_what_is_discarded(s: State, o: Options, seat: int, action: int) -> None:
    before = s.copy()
    rules.apply(s, o, seat, action)
    if before.phase == Phase.DISCARD:
        for colour in range(COLOURS):
            s.hand[seat][colour] = before.hand[seat][colour]


def _lets_the_last_to_place_begin(s: State, o: Options, seat: int, action: int) -> None:
    placing = s.phase == Phase.START
    rules.apply(s, o, seat, action)
    if placing and s.phase == Phase.DEAL:
        s.first = seat


def _counts_what_is_drawn(s: State, o: Options, seat: int, action: int) -> None:
    drawing = s.phase == Phase.DRAW
    rules.apply(s, o, seat, action)
    if drawing:
        s.decided[s.turn] += 1


def _waits_for_two(s: State, o: Options) -> int:
    return rules.waiting(s, o) if s.phase != Phase.DRAW else rules.waiting(s, o) | 1


def _redeals_a_card_twice(v: State, o: Options, seat: int, stream: Row, scratch: Row, out: State) -> None:
    rules.redeal(v, o, seat, stream, scratch, out)
    out.pile[0] |= out.hand[0][0]


FAULTS: list[tuple[Law, dict[str, Callable[..., Any]]]] = [
    (secrecy, {"view": _shows_hands}),
    (secrecy, {"view": _shows_the_pile}),
    (view_of_a_view, {"view": _forgets_the_display}),
    (no_sight_beyond_the_view, {"seen": _sees_everything}),
    (no_oracle, {"check": _refuses_to_begin_depending_on_the_pile}),
    (legal_is_check, {"check": _allows_cards_in_any_order}),
    (every_piece_in_one_place, {"apply": _keeps_what_is_discarded}),
    (decisions_are_counted, {"apply": _counts_what_is_drawn}),
    (somebody_can_act, {"waiting": _waits_for_two}),
    (redealt_worlds_look_the_same, {"redeal": _redeals_a_card_twice}),
]
SEALED: list[tuple[Law, dict[str, Callable[..., Any]]]] = [
    (secrecy, {"view": _shows_sealed_placements}),
    (sealed_choices_have_no_order, {"apply": _lets_the_last_to_place_begin}),
]


@cache
def _sound(table: Table) -> tuple[Subject, list[Position]]:
    """Return combo for such a table, and positions of it."""
    subject = COMBO.planted(OPTION_SETS=(_choices(table),))
    return subject, _gathered(subject, _choices(table))


def _choices(table: Table) -> dict[str, object]:
    return dict(zip(("seats", "quick", "expert"), table, strict=True))


def _gathered(subject: Subject, choices: dict[str, object]) -> list[Position]:
    """Return some positions of every phase that a few random games reach."""
    pool: dict[int, list[Position]] = {}
    for seed in range(GAMES):
        for at in random_walk(begin(subject.game, choices), Random(seed), most=STEPS):
            kept = pool.setdefault(at.s.phase, [])
            if len(kept) < KEPT * (seed + 1) and Random(len(at.steps)).random() < 0.2 + (len(at.steps) < 40):
                kept.append(at)
    return [at for kept in pool.values() for at in kept]


def _notices(law: Law, subject: Subject, positions: list[Position]) -> bool:
    for number, at in enumerate(positions):
        try:
            law(subject, replace(at, game=subject.game), Random(number))
        except AssertionError:
            return True
    return False


def _names(faults: list[tuple[Law, dict[str, Callable[..., Any]]]]) -> list[str]:
    return [f"{law.__name__}{next(iter(fault.values())).__name__}" for law, fault in faults]


@every_table
@pytest.mark.parametrize(("law", "fault"), FAULTS, ids=_names(FAULTS))
def test_a_law_notices_a_fault_in_combo(law: Law, fault: dict[str, Callable[..., Any]], table: Table) -> None:
    subject, positions = _sound(table)
    planted = subject.planted(**fault)
    if law is every_piece_in_one_place:  # it asks where the fault has led to
        positions = _gathered(planted, _choices(table))

    assert _notices(law, planted, positions)


@every_base_table
@pytest.mark.parametrize(("law", "fault"), SEALED, ids=_names(SEALED))
def test_a_law_notices_a_fault_in_sealed_placements(
    law: Law, fault: dict[str, Callable[..., Any]], table: Table
) -> None:
    subject, positions = _sound(table)

    assert _notices(law, subject.planted(**fault), positions)


@every_table
@pytest.mark.parametrize("law", dict.fromkeys(law for law, _ in (*FAULTS, *SEALED)), ids=lambda law: law.__name__)
def test_without_a_fault_the_law_holds(law: Law, table: Table) -> None:
    subject, positions = _sound(table)

    assert len({at.s.phase for at in positions}) > 8
    assert not _notices(law, subject, positions)

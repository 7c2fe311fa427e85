"""The laws notice faults that show at few steps: at a shuffle, and between two discards of one decision."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from stammtisch import Table
from stammtisch.games.combo import rules
from stammtisch.games.combo.notation import read
from stammtisch.games.combo.position import DRAW, SHUFFLE, SHUFFLES, Options, Phase, State
from stammtisch.kernel import TABLE, Row
from stammtisch.testing import Position, Subject
from stammtisch.testing.play_laws import every_piece_in_one_place
from stammtisch.testing.secrecy_laws import redealt_worlds_look_the_same
from stammtisch.testing.walk import step_on
from tests.games.combo.arrange import combo
from tests.subjects import COMBO

DRAWS = 20  # times that every viewer imagines a world
every_number_of_seats = pytest.mark.parametrize("seats", [2, 3, 4])


def _leaves_the_draws_of_the_last_seat(s: State, o: Options, seat: int, action: int) -> None:
    before = s.copy()
    rules.apply(s, o, seat, action)
    if before.phase == Phase.SHUFFLE:
        for shuffle in range(SHUFFLES):
            s.drawn[o.seats - 1][shuffle] = before.drawn[o.seats - 1][shuffle]


def _forgets_discards(v: State, o: Options, seat: int, stream: Row, scratch: Row, out: State) -> None:
    if v.phase == Phase.DISCARD:
        out.phase = Phase.TURN  # in which a hand has promised nothing
    rules.redeal(v, o, seat, stream, scratch, out)
    out.phase = v.phase


def _remembers_one_discard(v: State, o: Options, seat: int, stream: Row, scratch: Row, out: State) -> None:
    if v.phase == Phase.DISCARD:
        out.owed = 1
    rules.redeal(v, o, seat, stream, scratch, out)
    out.owed = v.owed


@every_number_of_seats
def test_draws_of_the_last_seat_that_a_shuffle_does_not_move_are_noticed(seats: int) -> None:
    table = combo(f"{seats - 1}: y1-4", seats=seats, used_up=True)
    planted = COMBO.planted(apply=_leaves_the_draws_of_the_last_seat)
    sound, faulty = _shuffled(_position(table, COMBO)), _shuffled(_position(table, planted))

    every_piece_in_one_place(COMBO, sound, Random(0))
    with pytest.raises(AssertionError):
        every_piece_in_one_place(planted, faulty, Random(0))


@every_number_of_seats
@pytest.mark.parametrize("fault", [_forgets_discards, _remembers_one_discard])
def test_worlds_without_the_discards_still_owed_are_noticed(fault: Callable[..., None], seats: int) -> None:
    begun = step_on(_position(_three_too_many(seats), COMBO), 0, read("r11"))
    assert (begun.s.phase, begun.s.owed) == (Phase.DISCARD, 2)

    _imagine_worlds(COMBO, begun)
    with pytest.raises(AssertionError, match="can do nothing"):
        _imagine_worlds(COMBO.planted(redeal=fault), begun)


def _imagine_worlds(subject: Subject, at: Position) -> None:
    for number in range(DRAWS):
        redealt_worlds_look_the_same(subject, at, Random(number))


def _three_too_many(seats: int) -> Table:
    """Return a table at which seat 0 owes three discards; with `r11` as the first it has three for the other two."""
    hands, play = "0: r11 r12 b12 y13", "0: draw | 0: y3 g5"
    return combo(hands, "0: u1 f1", seats=seats, display="y3 g5 b5 v9", pile="r2 r3", play=play)


def _shuffled(at: Position) -> Position:
    """Let seat 0 draw from a pile that is used up."""
    drawing = step_on(at, 0, DRAW)
    assert drawing.s.phase == Phase.SHUFFLE
    return step_on(drawing, TABLE, SHUFFLE)


def _position(table: Table, subject: Subject) -> Position:
    """Return where an arranged table stands, to go on from there with a fault planted."""
    return Position(subject.game, {"seats": table.options.seats}, table.options, table.position, ())

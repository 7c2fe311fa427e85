"""Preparation: who begins, the stones, the start placements, and the deal."""

from __future__ import annotations

from typing import Any

import pytest

from stammtisch import Table
from stammtisch.games.combo.position import Phase, Rule
from stammtisch.kernel import NATURE, NONE, SPECTATOR, UNKNOWN
from tests.games.combo.arrange import board, carry_on, combo, hand, rule_of, stones, texts
from tests.games.combo.naive import PACK

BASE_STARTS = "uuf uut uus uff uft ufs utt uts uss fft ffs ftt fts fss tts tss"
EXPERT_STARTS = "uu uf ut us ff ft fs tt ts ss"
STONES: list[tuple[int, dict[str, Any], int]] = [
    (2, {}, 24),
    (3, {}, 20),
    (4, {}, 18),
]  # seats, options, stones of each
STONES += [(2, {"expert": True}, 30), (3, {"expert": True}, 24), (4, {"expert": True}, 18)]
every_table = pytest.mark.parametrize(("seats", "choices", "each"), STONES)


def unplaced(**choices: Any) -> Table:
    """Return a table at which nobody has placed anything yet."""
    return Table("combo", seed=1, **{"first": 0} | choices)


@pytest.mark.parametrize("first", [0, 1, 2])
def test_the_host_may_say_who_begins(first: int) -> None:
    table = unplaced(seats=3, first=first)
    carry_on(table, "0: start uft | 1: start uft | 2: start uft")

    assert (table.position.first, table.waiting, table.position.round_number) == (first, (first,), 1)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_otherwise_chance_decides_among_all_seats(seats: int) -> None:
    table = Table.undealt(unplaced().game, 1, {"seats": seats})

    assert (table.position.phase, table.waiting) == (Phase.FIRST, (NATURE,))
    assert table.legal(NATURE) == [f"first {seat}" for seat in range(seats)]


def test_whoever_chance_names_begins() -> None:
    table = Table.undealt(unplaced().game, 1, {"seats": 3})
    table.follow(NATURE, table.game.notation.read("first 2"))
    carry_on(table, "0: start uft | 1: start uft | 2: start uft")

    assert (table.position.first, table.waiting) == (2, (2,))


@every_table
def test_three_stones_are_active_before_any_is_placed(seats: int, choices: dict[str, Any], each: int) -> None:
    table = unplaced(seats=seats, **choices)

    assert [stones(table, seat) for seat in range(seats)] == [(3, each - 3)] * seats


@every_table
def test_placed_stones_come_out_of_the_reserve(seats: int, choices: dict[str, Any], each: int) -> None:
    table = combo(seats=seats, **choices)
    placed = 2 if choices else 3

    assert [stones(table, seat) for seat in range(seats)] == [(3, each - 3 - placed)] * seats


def test_three_stones_go_on_the_lowest_levels_at_most_two_of_them_in_a_row() -> None:
    table = unplaced()

    assert table.legal(1) == [f"start {rows}" for rows in BASE_STARTS.split()]


@pytest.mark.parametrize(
    ("start", "placed"),
    [("uuf", "u2 f1 t0 s0 c0"), ("uft", "u1 f1 t1 s0 c0"), ("fss", "u0 f1 t0 s2 c0"), ("tts", "u0 f0 t2 s1 c0")],
)
def test_a_start_placement_reaches_as_many_levels_as_it_has_stones(start: str, placed: str) -> None:
    table = unplaced()
    carry_on(table, f"0: start {start} | 1: start uft")

    assert (board(table, 0), board(table, 1)) == (placed, "u1 f1 t1 s0 c0")


def test_start_placements_are_sealed_until_all_have_one() -> None:
    table = unplaced(seats=3)
    carry_on(table, "1: start tss")

    assert (board(table, 1), stones(table, 1)) == ("u0 f0 t0 s0 c0", (3, 17))
    assert table.view(1).start[1] == table.position.start[1]
    assert [table.view(viewer).start[1] for viewer in (0, 2, SPECTATOR)] == [UNKNOWN] * 3
    assert table.view(0).start[0] == NONE
    assert table.waiting == (0, 2)


def test_the_last_placement_opens_them_all() -> None:
    table = unplaced(seats=3)
    carry_on(table, "1: start tss | 2: start uuf | 0: start uft")

    assert [board(table, seat) for seat in range(3)] == ["u1 f1 t1 s0 c0", "u0 f0 t1 s2 c0", "u2 f1 t0 s0 c0"]
    assert table.view(0).start[1] == table.position.start[1]


def test_a_sealed_placement_is_not_changed() -> None:
    table = unplaced()
    carry_on(table, "1: start tss")

    assert rule_of(table, 1, "start tts") == Rule.NOT_YOUR_TURN


def test_equal_placements_are_allowed_in_the_base_game() -> None:
    table = unplaced()
    carry_on(table, "1: start tss | 0: start tss")

    assert board(table, 0) == board(table, 1)


@pytest.mark.parametrize("action", ["start uf", "start uu", "r1", "draw", "done", "first 0", "shuffle"])
def test_nothing_else_is_done_before_the_placement(action: str) -> None:
    assert rule_of(unplaced(), 0, action) == Rule.NOT_AN_ACTION_NOW


def test_experts_place_two_stones_in_any_rows() -> None:
    table = unplaced(expert=True)

    assert table.legal(1) == [f"start {rows}" for rows in EXPERT_STARTS.split()]


@pytest.mark.parametrize("action", ["start uft", "draw", "done"])
def test_experts_do_nothing_else_before_the_placement_either(action: str) -> None:
    assert rule_of(unplaced(expert=True), 1, action) == Rule.NOT_AN_ACTION_NOW


@pytest.mark.parametrize(("first", "order"), [(0, [3, 2, 1, 0]), (1, [0, 3, 2, 1]), (3, [2, 1, 0, 3])])
def test_experts_place_one_after_another_against_the_clock_and_the_first_seat_last(
    first: int, order: list[int]
) -> None:
    table, found = unplaced(seats=4, expert=True, first=first), []
    for start in ("uu", "ff", "tt", "ss"):
        [seat] = table.waiting
        found.append(seat)
        table.play(seat, f"start {start}")

    assert found == order
    assert table.waiting == (first,)


def test_an_expert_does_not_place_before_its_turn() -> None:
    assert rule_of(unplaced(seats=3, expert=True), 1, "start uu") == Rule.NOT_YOUR_TURN


def test_experts_see_at_once_what_was_placed() -> None:
    table = unplaced(seats=3, expert=True)
    carry_on(table, "2: start ss")

    assert board(table, 2) == "u0 f0 t0 s2 c0"
    assert table.view(0).start[2] == table.view(SPECTATOR).start[2] == table.position.start[2]


def test_experts_do_not_use_the_same_fields() -> None:
    table = unplaced(seats=3, expert=True)
    carry_on(table, "2: start ss | 1: start us")

    assert rule_of(table, 0, "start ss") == Rule.FIELDS_ALREADY_USED
    assert rule_of(table, 0, "start us") == Rule.FIELDS_ALREADY_USED
    assert table.legal(0) == [f"start {rows}" for rows in EXPERT_STARTS.split() if rows not in ("ss", "us")]


def test_experts_may_share_one_of_two_fields() -> None:
    table = unplaced(expert=True)
    carry_on(table, "1: start us | 0: start fs")

    assert (board(table, 0), board(table, 1)) == ("u0 f1 t0 s1 c0", "u1 f0 t0 s1 c0")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_then_everybody_is_dealt_three_cards_and_four_lie_open(seats: int) -> None:
    table = combo(seats=seats)
    s = table.position

    assert [len(hand(table, seat)) for seat in range(seats)] == [3] * seats
    assert list(s.hand_size[:seats]) == [3] * seats
    assert len(texts(s.display)) == s.display_size == 4
    assert len(texts(s.pile)) == s.pile_size == 65 - 3 * seats - 4
    assert texts(s.discards) == set()


def test_cards_are_dealt_only_after_all_have_placed() -> None:
    table = unplaced()
    carry_on(table, "0: start uft")

    assert (hand(table, 0), len(texts(table.position.pile))) == (set(), len(PACK))


def test_nature_may_deal_any_card_that_is_left() -> None:
    table = Table.undealt(unplaced().game, 1, {"first": 0})
    for seat in (0, 1):
        table.follow(seat, table.game.notation.read("start uft"))
    table.follow(NATURE, table.game.notation.read("v13"))

    assert set(table.legal(NATURE)) == set(PACK) - {"v13"}
    assert rule_of(table, NATURE, "v13") == Rule.NOT_AN_ACTION_NOW


def test_a_start_placement_is_a_decision() -> None:
    table = unplaced()
    carry_on(table, "1: start uft")

    assert list(table.position.decided[:2]) == [0, 1]

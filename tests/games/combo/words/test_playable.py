"""Every combination that a hand can lay, with everything decided about it, the best first."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

import pytest

from stammtisch import Table
from stammtisch.games.combo import notation
from stammtisch.games.combo.position import OPTION_SETS, Phase
from stammtisch.games.combo.words.playable import Playable, playable
from tests.games.combo.arrange import combo, hand
from tests.games.combo.greedy import at_random
from tests.games.combo.naive import KINDS, ascending, is_combination


def found(table: Table, seat: int = 0) -> list[Playable]:
    """Return what a seat can lay."""
    return playable(table.position, table.options, seat)


def rows(table: Table, kind: str) -> set[tuple[str, ...]]:
    """Return the cards of what a seat can lay of a kind."""
    return {tuple(map(notation.write, one.cards)) for one in found(table) if KINDS[one.kind] == kind}


def test_a_hand_without_combinations_can_lay_nothing() -> None:
    assert found(combo("0: r1 y3 g5 b8 v9 r12")) == []


@pytest.mark.parametrize("seed", range(6))
def test_every_combination_in_a_hand_is_found_once(seed: int) -> None:
    cards = Random(seed).sample([f"{colour}{value}" for value in range(4, 10) for colour in "rygbv"], 11)
    table = combo(f"0: {' '.join(cards)}", "0: a9")

    for kind in KINDS:
        wanted = {
            ascending(some) for size in (3, 4, 5) for some in combinations(cards, size) if is_combination(kind, some)
        }
        assert rows(table, kind) == wanted
    assert len({one.actions for one in found(table)}) == len(found(table))


def test_each_comes_with_the_row_that_plays_it() -> None:
    table = combo("0: rygbv7 rg4 b5 v6 y8", "0: u2 f1 t3 s2 c1 a4")

    for one in found(table):
        again = combo("0: rygbv7 rg4 b5 v6 y8", "0: u2 f1 t3 s2 c1 a4")
        before = hand(again, 0), again.position.active[0], again.position.reserve[0]
        again.play(0, *one.actions)
        s = again.position
        assert hand(again, 0) == before[0] - set(map(notation.write, one.cards))
        assert s.reserve[0] == before[2] - one.from_reserve
        assert s.active[0] == before[1] - one.stones + one.from_reserve
        assert s.level[0][min(one.target, 4)] == [2, 1, 3, 2, 1][min(one.target, 4)] + (2 if one.target == 5 else 1)


def test_the_best_place_the_most_stones_then_take_the_most_from_the_reserve() -> None:
    ranks = [(one.stones, one.from_reserve, one.kind) for one in found(combo("0: rygbv7 rg4 b5", "0: u3 a4"))]

    assert ranks == sorted(ranks, reverse=True)
    assert ranks[0] == (4, 3, KINDS.index("five"))


def test_what_is_forced_is_no_part_of_the_row() -> None:
    table = combo("0: rygbv7", "0: u3 f3 t3 s3 c3 a1")
    [five] = [one for one in found(table) if KINDS[one.kind] == "five"]

    assert [notation.write(action) for action in five.actions] == ["five", "r7", "y7", "g7", "b7", "v7"]


def test_what_finds_no_room_or_no_stones_is_left_out() -> None:
    table = combo("0: rgb7 rg4", "0: u4 t0 c1 a1")

    assert {KINDS[one.kind] for one in found(table)} == {"three"}


def test_a_view_is_enough_and_it_need_not_be_ones_turn() -> None:
    table = combo("1: rgb7 rg4")

    assert playable(table.view(1), table.options, 1) == found(table, 1) != []


@pytest.mark.parametrize("number", [2, 5])
def test_it_leaves_the_position_as_it_was_and_agrees_with_what_is_legal(number: int) -> None:
    choices: dict[str, Any] = dict(OPTION_SETS[number])
    random, table = Random(number), Table("combo", seed=number, **choices)
    for _ in range(250):
        seat = table.waiting[0]
        s = table.position
        before = s.copy()
        kinds = {KINDS[one.kind] for one in playable(s, table.options, seat)}
        assert before == s
        if s.phase in (Phase.TURN, Phase.THEN):
            assert kinds == set(KINDS) & set(table.legal(seat))
        table.play(seat, *at_random(s, table.options, seat, random))

"""Perfect play: facts that can be checked by hand, symmetries, and what is kept on disk."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from stammtisch.core.options import make_options
from stammtisch.games.duel import rules
from stammtisch.games.duel.rules import LANES, Options
from stammtisch.games.duel.solver.equilibrium import Equilibrium, values_if_held
from stammtisch.games.duel.solver.rounds import BLUFFER_WINS, GUESSER_WINS, ORDERS
from stammtisch.games.duel.solver.solution import Plan, find_solution
from stammtisch.kernel import NONE

START = (0, 0, 0, 0)


def board(spaces: int, *, royal: bool = False) -> Options:
    o: Options = make_options(rules, {"royal": royal, "spaces": spaces})
    return o


def test_four_cockroaches_at_the_bluffers_door_are_kept_out_by_three_greens_only() -> None:
    value = find_solution(board(1)).value

    assert value((1, 1, 1, 1)) == pytest.approx(3 / 4 + 1 / 4 * (1 - value((-1, 0, 0, 0))), abs=1e-12)


def test_four_cockroaches_at_the_guessers_door_are_kept_out_by_red_at_first_only() -> None:
    value = find_solution(board(1)).value

    assert value((-1, -1, -1, -1)) == pytest.approx(1 / 4 * (1 - value((1, 0, 0, 0))), abs=1e-12)


def test_one_cockroach_at_the_guessers_door_is_worth_a_win_unless_red_lies_before_it() -> None:
    """The guesser may turn that tile first and win, so it is red more often than any other."""
    plan = find_solution(board(3)).plan((0, -3, 0, 0), NONE)

    assert plan.hiding.index(max(plan.hiding)) == 1


def test_at_the_beginning_of_the_base_game_all_lanes_are_alike() -> None:
    for spaces in (1, 2, 3):
        assert find_solution(board(spaces)).plan(START, NONE).hiding == pytest.approx((0.25,) * LANES)


def test_the_bluffers_chances_at_the_beginning() -> None:
    """Found with two different pivot rules and proved by the certificate; here they must only not change unnoticed."""
    found = {
        (royal, spaces): find_solution(board(spaces, royal=royal)).value(START)
        for royal in (False, True)
        for spaces in (1, 2)
    }

    assert found == pytest.approx(
        {(False, 1): 0.539774214236, (False, 2): 0.504098145209, (True, 1): 0.513825475292, (True, 2): 0.483321636044}
    )


@pytest.mark.parametrize("royal", [False, True])
def test_a_plan_is_the_same_in_whatever_order_the_lanes_lie(royal: bool) -> None:  # noqa: FBT001
    perfect = find_solution(board(2, royal=royal))
    queen, moved = (1, 3) if royal else (NONE, NONE)
    plan, other = perfect.plan((-2, 0, 1, 2), queen), perfect.plan((2, -2, 1, 0), moved)
    to = {0: 1, 1: 3, 2: 2, 3: 0}

    assert other.value == plan.value
    assert other.hiding == tuple(plan.hiding[lane] for lane in sorted(to, key=lambda lane: to[lane]))
    assert other.turning == {tuple(to[lane] for lane in order): part for order, part in plan.turning.items()}


def _parts(plan: Plan) -> tuple[float, float]:
    return sum(plan.hiding), sum(plan.turning.values())


def test_mixtures_are_parts_of_a_whole() -> None:
    plans = find_solution(board(2, royal=True)).plans((-2, -1, 0, 2))

    assert list(plans) == [0, 1, 2, 3]
    assert all(_parts(plan) == pytest.approx((1.0, 1.0)) for plan in plans.values())


def test_rounds_that_lead_to_each_other_for_ever_have_no_values_of_their_own() -> None:
    ends = np.repeat([1, 0], LANES * len(ORDERS)).reshape(2, 1, LANES, len(ORDERS))
    same = Equilibrium(np.full((2, 1), 0.5), np.array([[[1.0, 0, 0, 0]]] * 2), np.array([[[1.0] + [0] * 23]] * 2))

    assert values_if_held(ends, same, np.array([0.3, 0.6])).tolist() == [0.3, 0.6]


def test_mixtures_that_are_held_lead_to_their_values() -> None:
    """The bluffer of position 0 wins if red is in lane 1 and otherwise goes on to position 1, whose guesser wins."""
    ends = np.full((2, 1, LANES, len(ORDERS)), 1)
    ends[0, 0, 0], ends[1] = BLUFFER_WINS, GUESSER_WINS
    even = Equilibrium(np.full((2, 1), 0.5), np.full((2, 1, LANES), 1 / LANES), np.full((2, 1, len(ORDERS)), 1 / 24))

    assert values_if_held(ends, even, np.zeros(2)).tolist() == pytest.approx([1.0, 0.0])


@pytest.fixture
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let nothing be known on disk."""
    monkeypatch.setenv("STAMMTISCH_CACHE", str(tmp_path))
    return tmp_path


def _looked_up() -> tuple[list[float], Equilibrium]:
    """Look a solution up as a new process would; return which parts of the work it took, and what was found."""
    told = list[float]()
    found = find_solution(board(1), told.append, {}).found
    return told, found


def test_a_solution_is_computed_once_and_kept(empty_cache: Path) -> None:
    first, before = _looked_up()

    assert len(first) > 10
    assert first == sorted(first)
    assert [path.suffix for path in empty_cache.iterdir()] == [".npz"]
    again, after = _looked_up()
    assert again == [1.0]
    assert all(np.array_equal(*pair) for pair in zip(after, before, strict=True))


@pytest.mark.parametrize("left", [0, 0.5, 0.95])
def test_half_a_file_is_written_anew(empty_cache: Path, left: float) -> None:
    _looked_up()
    (path,) = empty_cache.iterdir()
    whole = path.read_bytes()
    path.write_bytes(whole[: int(len(whole) * left)])

    assert len(_looked_up()[0]) > 10
    assert _looked_up()[0] == [1.0]


def test_a_changed_byte_is_noticed(empty_cache: Path) -> None:
    _looked_up()
    (path,) = empty_cache.iterdir()
    whole = path.read_bytes()
    path.write_bytes(whole[:200] + bytes([whole[200] ^ 255]) + whole[201:])

    assert len(_looked_up()[0]) > 10


def test_a_place_that_cannot_be_written_to_is_no_reason_to_stop(empty_cache: Path) -> None:
    _looked_up()
    (path,) = empty_cache.iterdir()
    path.unlink()
    path.mkdir()

    assert len(_looked_up()[0]) > 10
    assert list(empty_cache.iterdir()) == [path]


def test_solutions_of_other_sources_go_after_a_month(empty_cache: Path) -> None:
    names = ("duel_base_1_old.npz", "duel_base_1_new.npz", "duel_base_2_old.npz", "other_1_old.npz")
    for name in names:
        (empty_cache / name).touch()
        if "old" in name:
            os.utime(empty_cache / name, (0, 0))
    _looked_up()

    assert {name for name in names if (empty_cache / name).exists()} == set(names[1:])

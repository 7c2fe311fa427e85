"""The proof: nobody can gain anything against perfect play, and much against play that only looks good."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from stammtisch.core.options import make_options
from stammtisch.games.duel import rules
from stammtisch.games.duel.rules import CROWN, HIDE, LANES, Options, Phase, State
from stammtisch.games.duel.solver.advice import action_chances
from stammtisch.games.duel.solver.certificate import Course, Situation, Strategy, certify, guarantees, least_left
from stammtisch.games.duel.solver.solution import find_solution
from stammtisch.kernel import NONE
from stammtisch.testing.walk import legal_actions

PROVED = 1e-9
START = (0,) * LANES
HERE: Situation = (0, START)
THERE: Situation = (1, START)
both_games = pytest.mark.parametrize("royal", [False, True], ids=["base", "royal"])


def board(spaces: int, *, royal: bool) -> Options:
    o: Options = make_options(rules, {"royal": royal, "spaces": spaces})
    return o


def gains(o: Options, strategy: Strategy) -> tuple[float, float]:
    return certify(o, strategy, find_solution(o).value)


def even(v: State, o: Options) -> Mapping[int, float]:
    """Take any action, all equally likely."""
    actions = legal_actions(rules, v, o, 0)
    return {action: 1 / len(actions) for action in actions}


def first(v: State, o: Options) -> Mapping[int, float]:
    """Take the first action there is."""
    return {legal_actions(rules, v, o, 0)[0]: 1.0}


@both_games
@pytest.mark.parametrize("spaces", [1, 2])
def test_nobody_gains_against_perfect_play(spaces: int, royal: bool) -> None:  # noqa: FBT001
    assert max(gains(board(spaces, royal=royal), action_chances)) < PROVED


@pytest.mark.deep
@both_games
@pytest.mark.parametrize("spaces", [3, 4, 5, 6])
def test_nobody_gains_against_perfect_play_on_large_boards(spaces: int, royal: bool) -> None:  # noqa: FBT001
    assert max(gains(board(spaces, royal=royal), action_chances)) < PROVED


@both_games
def test_hiding_evenly_is_found_out(royal: bool) -> None:  # noqa: FBT001
    def hides_evenly(v: State, o: Options) -> Mapping[int, float]:
        hides = v.phase == Phase.BLUFF and (v.queen != NONE or not o.royal)
        return {HIDE + lane: 1 / LANES for lane in range(LANES)} if hides else action_chances(v, o)

    as_guesser, as_bluffer = gains(board(1, royal=royal), hides_evenly)

    assert as_guesser > 0.05
    assert as_bluffer > PROVED  # which gains at once, too, by guessing better in later rounds


def test_turning_evenly_is_found_out() -> None:
    def turns_evenly(v: State, o: Options) -> Mapping[int, float]:
        return even(v, o) if v.phase == Phase.GUESS else action_chances(v, o)

    assert min(gains(board(1, royal=False), turns_evenly)) > 0.01


def test_crowning_a_worse_queen_is_found_out() -> None:
    def crowns_the_first(v: State, o: Options) -> Mapping[int, float]:
        return {CROWN: 1.0} if v.phase == Phase.BLUFF and v.queen == NONE else action_chances(v, o)

    assert min(gains(board(1, royal=True), crowns_the_first)) > 0.001


@pytest.mark.parametrize("nudge", [1e-3, 1e-6])
def test_even_a_small_fault_is_found_out(nudge: float) -> None:
    """The certificate measures: ten times the fault is about ten times the gain."""

    def nearly_perfect(v: State, o: Options) -> Mapping[int, float]:
        right, wrong = action_chances(v, o), first(v, o)
        return {
            action: right.get(action, 0) * (1 - nudge) + wrong.get(action, 0) * nudge for action in {*right, *wrong}
        }

    assert nudge / 100 < max(gains(board(1, royal=False), nearly_perfect)) < nudge * 100


@both_games
def test_whoever_always_does_the_same_is_sure_of_nothing(royal: bool) -> None:  # noqa: FBT001
    """A red tile that is always in lane 1 is never turned, and a fixed order of turning meets red at first."""
    sure = guarantees(board(1, royal=royal), first)

    assert (sure[0, START], sure[1, START]) == (0.0, 0.0)


def test_an_endless_duel_counts_as_lost() -> None:
    circle = {HERE: Course(forks=[[Course(goes_on={THERE: 1.0}), Course(won=0.1)]]), THERE: Course(goes_on={HERE: 1.0})}

    assert least_left(circle) == {HERE: 0.0, THERE: 0.0}


def test_a_duel_that_ends_some_day_is_followed_to_its_end() -> None:
    ends = {HERE: Course(won=0.25, goes_on={THERE: 0.5}), THERE: Course(forks=[[Course(goes_on={HERE: 1.0})]])}

    assert least_left(ends) == pytest.approx({HERE: 0.5, THERE: 0.5})


def test_the_best_response_looks_further_than_a_round() -> None:
    """To leave 0.3 at once is worse than to go where 0.2 is left."""
    courses = {HERE: Course(forks=[[Course(won=0.3), Course(goes_on={THERE: 1.0})]]), THERE: Course(won=0.2)}

    assert least_left(courses) == pytest.approx({HERE: 0.2, THERE: 0.2})


def test_even_hiding_keeps_cockroaches_off_or_lets_them_in_one_time_in_four() -> None:
    """Seat 0 bluffs, and all cockroaches are at a door: only three greens, or only red at first, change sides."""
    sure = guarantees(board(1, royal=False), even)

    assert sure[0, (-1, -1, -1, -1)] == pytest.approx(3 / 4 + 1 / 4 * sure[1, (-1, 0, 0, 0)])
    assert sure[0, (1, 1, 1, 1)] == pytest.approx(1 / 4 * sure[1, (0, 0, 0, 1)])


def test_a_strategy_that_breaks_a_rule_proves_nothing() -> None:
    with pytest.raises(AssertionError, match="keeps to the rules"):
        guarantees(board(1, royal=False), lambda _, __: {CROWN: 1.0})

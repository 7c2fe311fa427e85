"""The bot that searches."""

from __future__ import annotations

from dataclasses import astuple
from itertools import pairwise
from statistics import mean
from typing import Any

import numpy as np
import pytest

from stammtisch import Table
from stammtisch.bots.levels import find_bot
from stammtisch.bots.search_bot import SearchBot
from stammtisch.bots.search_settings import SearchSettings
from stammtisch.core.options import as_json
from stammtisch.games import duel, gang
from stammtisch.kernel.compile import driver
from stammtisch.kernel.search_tree import choose_plan
from tests.games.gang.arrange import EVERYTHING, later, sweep
from tests.games.gang.arrange import gang as gang_table
from tests.subjects import SUBJECTS
from tests.turned_clock import TickingClock

FREE = np.zeros(0, np.int64)  # the search chooses what to try


@pytest.mark.parametrize("name", SUBJECTS)
def test_it_plays_every_game_to_the_end(name: str) -> None:
    game = SUBJECTS[name].game
    bot = SearchBot(game, playouts=6)
    table = Table.undealt(game, 3, dict(game.rules.OPTION_SETS[-1]))
    table.carry_on()
    while not table.over:
        seat = table.waiting[-1]
        table.play(seat, *bot.choose(table.view(seat), table.options, seat, 3, len(table.steps)))

    assert table.outcome() is not None


def test_a_seed_and_a_number_of_playouts_fix_its_thoughts() -> None:
    table = Table("gang", seed=4, rounds=1)
    first, again = SearchBot(gang, playouts=300), SearchBot(gang, playouts=300)

    thoughts = first.evaluate(table.view(1), table.options, 1, 9, 52)

    assert again.evaluate(table.view(1), table.options, 1, 9, 52) == thoughts
    assert first.evaluate(table.view(1), table.options, 1, 9, 52) == thoughts  # nothing is left from the last search
    assert first.evaluate(table.view(1), table.options, 1, 10, 52) != thoughts
    assert 150 < sum(weighed.tried for weighed in thoughts) <= 300  # the rest went to the plan that promised less
    assert [weighed.action for weighed in thoughts] != sorted(table.actions(1))
    assert sorted(weighed.action for weighed in thoughts) == sorted(table.actions(1))


def test_searching_in_shares_is_searching_at_once() -> None:
    table = Table("duel", seed=4, first_bluffer=0)
    search = driver("stammtisch.kernel.drivers.tree_search", duel.rules).search
    view = np.array(table.view(0).words(), np.int64)
    options = np.array(table.options.words(), np.int64)
    roots = []
    for shares in ([0, 400], [0, 1, 150, 400]):
        tree, memory = np.zeros((1 << 12, 4), np.int64), np.zeros(4, np.int64)
        root = np.zeros((2, duel.rules.ACTIONS, 3), np.int64)
        for first, after in pairwise(shares):
            search(view, options, 0, 5, first, after, FREE, np.array(astuple(SearchSettings())), tree, memory, root)
        roots.append(root.tolist())

    assert roots[0] == roots[1]


def test_its_tree_does_not_outgrow_its_memory() -> None:
    table = Table("gang", seed=4, rounds=1)
    search = driver("stammtisch.kernel.drivers.tree_search", gang.rules).search
    tree, memory = np.zeros((64, 4), np.int64), np.zeros(4, np.int64)
    root = np.zeros((2, gang.rules.ACTIONS, 3), np.int64)
    view = np.array(table.view(1).words(), np.int64)
    options = np.array(table.options.words(), np.int64)

    search(view, options, 1, 5, 0, 3000, FREE, np.array(astuple(SearchSettings())), tree, memory, root)

    assert np.count_nonzero(tree[:, 0]) == memory[0] == 48
    assert root[:, :, 0].sum() > 2000


def test_a_plan_is_judged_by_its_best_action() -> None:
    root, memory = np.zeros((2, 3, 3), np.int64), np.zeros(4, np.int64)
    root[0, :, :2] = [[10, 90], [20, 200], [10, 80]]
    assert choose_plan(2, root, 40, memory, 0) == 1  # not tried at all

    root[1, :, :2] = [[2, -180], [16, 176], [2, -180]]
    assert choose_plan(2, root, 60, memory, 0) == 1

    root[1, 1, 1] = 144
    assert choose_plan(2, root, 60, memory, 0) == 0
    assert choose_plan(2, root, 60, memory, 2000) == 1  # it was tried less
    assert choose_plan(1, root, 60, memory, 2000) == 0


def test_a_budget_in_milliseconds_is_kept() -> None:
    table = Table("gang", seed=4, rounds=1)
    clock = TickingClock(0.001)

    thoughts = SearchBot(gang, milliseconds=60, clock=clock).evaluate(table.view(1), table.options, 1, 9, 52)

    assert 0.06 <= clock.monotonic() < 0.07
    assert sum(weighed.tried for weighed in thoughts) > 250


def test_the_only_legal_action_needs_no_search() -> None:
    table = gang_table("0: g0-12 | 1: b0-12 | 2: r0-12 | 3: k0-12")

    (only,) = SearchBot(gang, playouts=10).evaluate(table.view(0), table.options, 0, 1, 1)

    assert (table.action_name(only.action), only.tried) == ("g0", 0)


class _Contrary(SearchBot):
    """Takes losses for gains."""

    def _search(self, view: Any, options: Any, seat: int, seed: int, root: Any, memory: Any) -> None:
        super()._search(view, options, seat, seed, root, memory)
        root[:, :, 1] *= -1


class _Daring(SearchBot):
    """Has tried one daring action more often than any other, and the cautious plan more often in all."""

    def _search(self, view: Any, options: Any, seat: int, seed: int, root: Any, memory: Any) -> None:  # noqa: ARG002
        root[0, :, 0] = 30
        root[1, :, 0] = 1
        root[1, 5, :2] = 40, 4000


def test_the_plan_is_followed_that_has_the_action_tried_most() -> None:
    table = gang_table("0: g0-12 | 1: b0-12 | 2: r0-12 | 3: k0-12", first_round=1)

    best, *others = _Daring(gang, playouts=1).evaluate(table.view(0), table.options, 0, 1, 1)

    assert (best.action, best.tried, best.worth) == (5, 40, 100)
    assert {other.tried for other in others} == {1}


def _ends(table: Table, seat: int, action: int) -> list[int]:
    """Return how a seat stands in each world that fits its view, where this action ends the game."""
    worths = []
    for world in SUBJECTS["duel"].worlds(table.view(seat), table.options, seat):
        trial = Table.undealt(duel, 1, as_json(table.rules, table.options))
        trial.position = world
        trial.play(seat, action)
        if trial.over:
            worths.append(table.rules.worth(trial.position, table.options, seat))
    return worths


def test_it_sees_who_wins_with_the_next_tile() -> None:
    table = Table("duel", seed=1, first_bluffer=1, spaces=1)
    for seat, action in ((1, "hide 1"), (0, "turn 2"), (0, "turn 3"), (0, "turn 1"), (0, "hide 1")):
        table.play(seat, action)
    known = table.view(1), table.options, 1, 1, len(table.steps)
    ends = {action: _ends(table, 1, action) for action in table.actions(1)}
    (winning,) = [action for action, worths in ends.items() if max(worths) == 1]

    best, *others = SearchBot(duel, playouts=400).evaluate(*known)
    contrary, *_ = _Contrary(duel, playouts=400).evaluate(*known)

    assert sorted(ends[winning]) == [-1, 1, 1, 1], "unless it is the red one"
    assert best.action == winning
    assert best.worth == pytest.approx(mean(ends[winning]), abs=0.1)
    assert best.worth == pytest.approx(2 * best.ahead - 1)
    assert all(other.worth < best.worth - 0.2 for other in others)
    assert contrary.action != winning


def test_it_gets_rid_of_the_politician() -> None:
    table = later("0: b12 g0 | 1: b0 | 2: r10 r3 g1-6 k0-4", "0: b12 | 1: b0")

    chosen = find_bot(gang, "search:500").choose(table.view(2), table.options, 2, 1, 1)

    assert [table.action_name(action) for action in chosen] == ["r10"]


def test_without_hints_it_takes_any_action_for_as_good() -> None:
    game = SUBJECTS["exact"].game
    table = Table.undealt(game, 3, {})
    table.carry_on()
    seat = table.waiting[0]
    hopeful = SearchBot(game, 200, settings=SearchSettings(rollout_heuristic_percent=100))
    random = SearchBot(game, 200, settings=SearchSettings(rollout_heuristic_percent=0))

    for bot in (hopeful, random):
        assert bot.evaluate(table.view(seat), table.options, seat, 1, 1)[0].tried > 200 / len(table.actions(seat))


def test_between_equals_the_hints_decide() -> None:
    table = gang_table(EVERYTHING[4])
    sweep(table)
    for playouts in (100, 101, 102, 103):
        (action,) = SearchBot(gang, playouts).choose(table.view(0), table.options, 0, 1, len(table.steps))

        assert table.action_name(action) == "self"  # both are worth the same


@pytest.mark.parametrize("name", ["gang", "party", "combo"])
def test_every_seat_thinks_of_all_its_choices_while_others_seal_theirs(name: str) -> None:
    table = Table(name, seed=3)
    assert len(table.waiting) > 1
    for seat in table.waiting:
        bot = SearchBot(table.game, 400)

        assert all(one.tried for one in bot.evaluate(table.view(seat), table.options, seat, 1, 1)), seat


def test_what_may_be_luck_does_not_speak_against_the_hints() -> None:
    table = Table("combo", seed=2)
    (suggested,) = find_bot(table.game, "easy").choose(table.view(0), table.options, 0, 1, 1)
    bots = {
        standard_errors: SearchBot(table.game, 20, settings=SearchSettings(standard_errors=standard_errors))
        for standard_errors in (0, 10**6)
    }
    chosen = {
        standard_errors: [bot.choose(table.view(0), table.options, 0, seed, 1) for seed in range(12)]
        for standard_errors, bot in bots.items()
    }

    assert chosen[10**6] == [[suggested]] * 12
    assert any(choice != [suggested] for choice in chosen[0])

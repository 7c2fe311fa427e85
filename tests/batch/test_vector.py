"""Thousands of games in one array: each is the game of its number and seed, and nothing of another reaches it."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from stammtisch.batch.cpu import play_random_games
from stammtisch.batch.vector import VectorEnvironment
from stammtisch.core.observations.observation import action_mask, observation, reward_number, rewards
from stammtisch.core.table import Table
from stammtisch.errors import ActionError, FeatureError, NatureError, OptionError, UnknownGame
from stammtisch.games import duel, gang

GAMES = 40
ONE_ROUND: dict[str, Any] = {"seats": 4, "rounds": 1}


def a_few(**settings: Any) -> VectorEnvironment:
    return VectorEnvironment(gang, ONE_ROUND, **{"games": GAMES, "seed": 7, "reward": "score", **settings})


def test_row_0_is_the_table_of_the_same_seed_to_the_end_of_its_game() -> None:
    environment, table = a_few(), Table(gang, seed=7, **ONE_ROUND)
    shown, _ = environment.reset()
    while not table.over:
        seat = table.waiting[0]

        assert shown["seat"][0] == seat
        assert np.array_equal(shown["observation"][0], observation(table, seat))
        assert np.array_equal(shown["action_mask"][0], action_mask(table, seat))

        actions = environment.draw_actions()
        table.play(seat, int(actions[0]))
        shown, paid, over, broken_off, _ = environment.step(actions)

        assert paid[0].tolist() == rewards(table, reward_number("score"))
        assert over[0] == table.over
        assert not broken_off[0]
    assert environment.numbers[0] == GAMES  # the next game of this row has begun


def test_every_row_plays_the_games_of_its_numbers() -> None:
    environment, many = a_few(), a_few(games=3 * GAMES)
    seen = {k: many.reset()[0]["observation"][k].copy() for k in range(3 * GAMES)}
    while environment.numbers.max() < 3 * GAMES:
        before = environment.numbers.copy()
        shown, *_ = environment.step(environment.draw_actions())
        for row in np.flatnonzero(environment.numbers != before):
            if environment.numbers[row] < 3 * GAMES:
                assert np.array_equal(shown["observation"][row], seen[int(environment.numbers[row])])


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_games_do_not_depend_on_the_number_of_threads(threads: int) -> None:
    games = 1500  # enough for several
    one, other = a_few(games=games, threads=1), a_few(games=games, threads=threads)
    for _ in range(70):
        one.step(one.draw_actions())
        shown, paid, *_ = other.step(other.draw_actions())

    assert np.array_equal(one.positions, other.positions)
    assert np.array_equal(one._shown["observation"], shown["observation"])
    assert np.array_equal(one._rewards, paid)


def test_it_runs_where_the_system_does_not_tell_which_cores_it_may_use(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)  # as on macOS and Windows
    environment, other = a_few(games=600), a_few(games=600, threads=1)
    environment.step(environment.draw_actions())
    other.step(other.draw_actions())

    assert np.array_equal(environment.positions, other.positions)


def test_a_reset_begins_the_games_of_a_seed_or_the_next_ones() -> None:
    environment = a_few()
    first = environment._shown["observation"].copy()

    assert np.array_equal(environment.reset()[0]["observation"], first)  # nothing was played yet

    environment.step(environment.draw_actions())
    shown, _ = environment.reset()

    assert not np.array_equal(shown["observation"], first)
    assert environment.numbers.tolist() == list(range(GAMES, 2 * GAMES))
    assert not np.array_equal(environment.reset(seed=8)[0]["observation"], first)
    assert np.array_equal(environment.reset(seed=7)[0]["observation"], first)


def test_threads_do_not_follow_into_a_copy_of_the_process_and_others_are_started() -> None:
    environment = a_few(games=1500, threads=2)
    environment.step(environment.draw_actions())
    expected = a_few(games=1500, threads=1)
    expected.step(expected.draw_actions())
    expected.step(expected.draw_actions())
    child = os.fork()
    if child == 0:
        signal.alarm(20)  # rather than to hang
        environment.step(environment.draw_actions())
        os._exit(0 if np.array_equal(environment.positions, expected.positions) else 1)

    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0

    environment.close()
    environment.step(environment.draw_actions())  # starts others

    assert np.array_equal(environment.positions, expected.positions)


def test_what_is_shown_is_no_way_into_the_game() -> None:
    environment, other = a_few(), a_few()
    shown, _ = environment.reset()
    shown["seat"] += 1
    shown["action_mask"][:] = 1
    environment.step(environment.draw_actions())
    other.step(other.draw_actions())

    assert np.array_equal(environment.positions, other.positions)


def test_what_is_saved_goes_on_as_it_would_have_gone_on() -> None:
    one, other = a_few(), a_few(seed=8)
    for _ in range(30):
        one.step(one.draw_actions())
    saved = one.saved()
    shown, _ = other.restore(saved)

    assert np.array_equal(shown["observation"], one._shown["observation"])
    for _ in range(100):
        expected, paid, *_ = one.step(one.draw_actions())
        shown, also_paid, *_ = other.step(other.draw_actions())

        assert all(np.array_equal(shown[name], expected[name]) for name in shown)
        assert np.array_equal(also_paid, paid)
    assert np.array_equal(one.positions, other.positions)
    assert not np.array_equal(saved["positions"], one.positions)  # it was a copy


def test_a_reset_after_a_restore_begins_what_it_would_have_begun_where_that_was_saved(tmp_path: Path) -> None:
    begun, played, other = a_few().saved(), a_few(), a_few(seed=8)
    played.step(played.draw_actions())
    arrays: dict[str, Any] = played.saved()
    np.savez(tmp_path / "played.npz", **arrays)
    with np.load(tmp_path / "played.npz") as saved:
        other.restore(saved)
    other.reset()
    played.reset()

    assert other.numbers.tolist() == list(range(GAMES, 2 * GAMES))
    assert np.array_equal(other.positions, played.positions)

    other.step(other.draw_actions())
    other.restore(begun)
    other.reset()  # nothing had been played there

    assert other.numbers.tolist() == list(range(GAMES))


def test_what_another_kind_of_environment_saved_is_refused_and_nothing_has_happened() -> None:
    environment = a_few()
    before = environment.positions.copy()

    with pytest.raises(FeatureError, match=r"^what was saved has the shapes .* it may have "):
        environment.restore(a_few(games=3).saved())
    with pytest.raises(FeatureError, match=r"or other options; "):
        environment.restore(VectorEnvironment(gang, {"seats": 4, "rounds": 2}, games=GAMES, seed=7).saved())
    assert np.array_equal(environment.positions, before)


def test_rewards_by_rank_and_by_winning_say_the_same_of_a_duel() -> None:
    by_win = VectorEnvironment(duel, games=GAMES, seed=1, reward="win")
    by_rank = VectorEnvironment(duel, games=GAMES, seed=1, reward="rank")
    ended = 0
    for _ in range(200):
        actions = by_win.draw_actions().copy()
        _, won, over, *_ = by_win.step(actions)
        _, ranked, *_ = by_rank.step(actions)
        ended += int(over.sum())

        assert np.array_equal(won, ranked)
        assert np.array_equal(won.sum(axis=1), over)
    assert ended > GAMES


def test_an_illegal_action_is_refused_and_nothing_has_happened() -> None:
    environment = a_few()
    before = environment.positions.copy()
    actions = environment.draw_actions().copy()
    actions[3] = np.flatnonzero(environment._shown["action_mask"][3] == 0)[0]
    legal = ", ".join(map(str, np.flatnonzero(environment._shown["action_mask"][3])))

    with pytest.raises(ActionError, match=rf"^action of game 3 is {actions[3]}; it may be {legal}$"):
        environment.step(actions)
    assert np.array_equal(environment.positions, before)


@pytest.mark.parametrize("action", [-1, gang.rules.NEXT, gang.rules.ACTIONS, 1 << 40])
def test_an_illegal_action_forfeits_its_game_where_that_is_agreed(action: int) -> None:
    environment = a_few(forfeit=True)
    other = a_few()
    actions = environment.draw_actions().copy()
    other.step(actions)
    actions[3] = action
    _, paid, over, broken_off, _ = environment.step(actions)

    assert np.flatnonzero(over).tolist() == [3]
    assert not broken_off.any()
    assert paid[3].tolist() == [-4 * 13, 0, 0, 0]  # what taking every trick costs
    assert not paid[:3].any()
    assert environment.numbers[3] == 3 + GAMES
    assert np.array_equal(np.delete(environment.positions, 3, 0), np.delete(other.positions, 3, 0))


def test_a_game_that_goes_on_too_long_is_broken_off_without_reward() -> None:
    environment = a_few(longest=10)
    for number in range(1, 11):
        _, paid, over, broken_off, _ = environment.step(environment.draw_actions())

        assert broken_off.all() == broken_off.any() == (number == 10)
        assert not over.any()
        assert not paid.any()


def test_the_first_game_of_every_row_pays_what_the_whole_game_of_its_number_came_to() -> None:
    ends = play_random_games(gang, ONE_ROUND, games=GAMES, seed=7).positions  # it draws the same choices
    environment = a_few()
    paid = np.zeros((GAMES, 4))
    while (going := environment.numbers < GAMES).any():
        paid += environment.step(environment.draw_actions())[1] * going[:, None]

    for row in range(GAMES):
        total = gang.rules.State.of(ends[row].tolist()).total
        assert (-paid[row]).tolist() == [total[seat] for seat in range(4)]


@pytest.mark.parametrize(
    ("wrong", "error", "says"),
    [
        ({"reward": "glory"}, FeatureError, r"^reward is 'glory'; it may be win, score, rank, worth$"),
        ({"games": 0}, FeatureError, r"^games is 0; it may be 1 to \d+$"),
        ({"games": 1 << 63}, FeatureError, r"^games is 9223372036854775808; "),
        ({"longest": -1}, FeatureError, r"^longest is -1; it may be 0 to "),
        ({"longest": 1.5}, FeatureError, r"^longest is 1.5; "),
        ({"threads": -1}, FeatureError, r"^threads is -1; it may be 1 to "),
        ({"seed": -1}, NatureError, r"^seed is -1"),
        ({"seed": 1 << 63}, NatureError, r"^seed is 9223372036854775808"),
        ({"seed": 1.5}, NatureError, r"^seed is 1.5"),
    ],
)
def test_what_cannot_be_is_refused(wrong: dict[str, Any], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        a_few(**wrong)


def test_options_games_and_shapes_that_cannot_be_are_refused() -> None:
    with pytest.raises(OptionError, match=r"^seats is 9"):
        VectorEnvironment("gang", {"seats": 9}, games=1)
    with pytest.raises(UnknownGame, match="no game 'go'"):
        VectorEnvironment("go", games=1)
    with pytest.raises(ActionError, match=r"^actions are \(3,\) of int64; they may be \(40,\) of integers$"):
        a_few().step(np.zeros(3, np.int64))
    with pytest.raises(ActionError, match=r"^actions are \(40,\) of float64; "):
        a_few().step(np.full(GAMES, 0.9))  # chances, by mistake

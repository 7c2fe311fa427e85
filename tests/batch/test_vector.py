"""Thousands of games in one array: each is the game of its number and seed, and nothing of another reaches it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from stammtisch.batch.cpu import play_random_games
from stammtisch.batch.vector import VectorEnvironment
from stammtisch.core.learning import action_mask, observation, reward_number, rewards
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


def test_a_reset_begins_the_same_games_again_or_those_of_another_seed() -> None:
    environment = a_few()
    first = environment.reset()[0]["observation"].copy()
    environment.step(environment.draw_actions())

    assert np.array_equal(environment.reset()[0]["observation"], first)
    assert not np.array_equal(environment.reset(seed=8)[0]["observation"], first)
    assert np.array_equal(environment.reset(seed=7)[0]["observation"], first)


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


def test_random_play_reaches_every_end_that_whole_games_reach() -> None:
    scores = play_random_games(gang, ONE_ROUND, games=GAMES, seed=7).positions
    environment = a_few()
    paid = np.zeros((GAMES, 4))
    while (environment.numbers < GAMES).any():
        paid += environment.step(environment.draw_actions())[1] * (environment.numbers < 2 * GAMES)[:, None]

    total = gang.rules.State.over(scores.reshape(-1)[: gang.rules.State.length].copy()).total
    assert paid[0].tolist() == [-total[seat] for seat in range(4)]  # both draw the same choices for game 0


@pytest.mark.parametrize(
    ("wrong", "error", "says"),
    [
        ({"reward": "glory"}, FeatureError, r"^reward is 'glory'; it may be win, score, rank$"),
        ({"games": 0}, FeatureError, r"^games is 0 and longest 0; they may be 1 and 0 or more$"),
        ({"longest": -1}, FeatureError, r"^games is 40 and longest -1; "),
        ({"seed": -1}, NatureError, r"^seed is -1"),
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
    with pytest.raises(ActionError, match=r"^actions have the shape \(3,\); it may be \(40,\)$"):
        a_few().step(np.zeros(3, np.int64))

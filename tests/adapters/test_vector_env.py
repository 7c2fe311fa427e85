"""Many tables as a vector environment of Gymnasium: what as many single ones do, in compiled code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics
from numpy.typing import NDArray

from stammtisch import Table
from stammtisch.adapters.gymnasium import SeatEnv
from stammtisch.adapters.vector import SeatVectorEnv
from stammtisch.bots.levels import find_bot
from stammtisch.bots.nets.net import net_of
from stammtisch.core.game import find_game
from stammtisch.core.observations.observation import observation
from stammtisch.errors import ActionError, FeatureError, NatureError, NetError, OptionError, StammtischError, UnknownBot
from stammtisch.games import gang
from tests.adapters.places import every_game, everywhere

TABLES = 5
SHORT: dict[str, dict[str, Any]] = {  # games that are over soon, or broken off
    "combo": {"quick": True, "longest": 25},
    "duel": {"spaces": 1, "longest": 9},
    "gang": {"rounds": 1, "seats": 3},
    "party": {"face_down": True},
}
modes = pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])


def drawn(masks: NDArray[np.int8], random: np.random.Generator) -> NDArray[np.int64]:
    """Return an action that each mask allows; any, where none does."""
    actions: NDArray[np.int64] = (random.random(masks.shape) * masks).argmax(1)
    return actions


def make_vec(name: str, **settings: Any) -> VectorEnv[Any, Any, Any]:
    return gymnasium.make_vec(f"stammtisch/{name.capitalize()}-v{find_game(name).rules.VERSION}", **settings)


def one_by_one(name: str, mode: AutoresetMode, **settings: Any) -> SyncVectorEnv:
    return SyncVectorEnv([lambda: SeatEnv(name, **settings)] * TABLES, autoreset_mode=mode)


def hold_against_single_ones(name: str, mode: AutoresetMode, steps: int, **settings: Any) -> int:
    """Play both, compare all that they return, and return how many games ended."""
    many: Any = make_vec(name, num_envs=TABLES, autoreset_mode=mode, **settings)
    single: Any = one_by_one(name, mode, **settings)
    random, ended = np.random.default_rng(1), 0
    shown, expected = many.reset(seed=11), single.reset(seed=11)
    assert data_equivalence(shown, expected)
    for _ in range(steps):
        actions = drawn(shown[0]["action_mask"], random)
        shown, expected = many.step(actions), single.step(actions)
        assert data_equivalence(shown[:4], expected[:4])
        assert_equally_informed(shown[4], expected[4])
        assert many.observation_space.contains(shown[0])
        ended += int((shown[2] | shown[3]).sum())
    assert many.seeds.tolist() == [env.table.seed for env in single.envs]
    return ended


def assert_equally_informed(told: Mapping[str, Any], expected: Mapping[str, Any]) -> None:
    """Hold information against what it should be, where Gymnasium says that there is some."""
    assert set(told) == set(expected)
    for key, about in ((key, expected[f"_{key}"]) for key in expected if not key.startswith("_")):
        assert np.array_equal(told[f"_{key}"], about)
        if isinstance(expected[key], dict):
            assert_equally_informed(told[key], expected[key])
        elif expected[key].dtype == object:
            assert all(data_equivalence(*pair) for pair in zip(told[key][about], expected[key][about], strict=True))
        else:
            assert np.array_equal(told[key][about], expected[key][about])


@modes
@every_game
def test_it_does_what_as_many_single_environments_do(name: str, mode: AutoresetMode) -> None:
    assert hold_against_single_ones(name, mode, 150, seat=1, opponents="random", **SHORT[name]) > TABLES


@modes
def test_every_seat_can_learn(mode: AutoresetMode) -> None:
    assert hold_against_single_ones("gang", mode, 120, opponents="self", reward="score", **SHORT["gang"]) > TABLES
    assert hold_against_single_ones("duel", mode, 60, opponents="self", **SHORT["duel"]) > TABLES


def test_a_net_plays_inside_the_step_as_it_does_at_a_table() -> None:
    settings: dict[str, Any] = {"seat": 2, "opponents": ["strong", "easy"], "reward": "score", **SHORT["gang"]}

    assert hold_against_single_ones("gang", AutoresetMode.SAME_STEP, 40, **settings) >= TABLES
    assert opponents_act_as_their_bots("gang", ["strong", "easy"], {"rounds": 1, "seats": 3}) > 10


def opponents_act_as_their_bots(name: str, opponents: list[str], choices: Mapping[str, Any]) -> int:
    """Ask the bots of these names what they would do, and return how often they were asked."""
    env, random = SeatEnv(name, 1, opponents, longest=200, **choices), np.random.default_rng(2)
    shown, _ = env.reset(seed=5)
    over = broken_off = False
    while not over and not broken_off:
        shown, _, over, broken_off, _ = env.step(int(drawn(shown["action_mask"][None], random)[0]))
    table, asked = Table(name, seed=5, **choices), 0
    seats = [seat for seat in range(table.seats) if seat != 1]
    bots = {seat: find_bot(table.game, one) for seat, one in zip(seats, opponents, strict=True)}
    for step in (step for step in env.table.steps if step.seat < table.seats):
        if step.seat in bots:
            view, number = table.view(step.seat), len(table.steps)
            chosen = bots[step.seat].choose(view, table.options, step.seat, env._games.chance(), number)
            assert chosen == [step.action]
            asked += 1
        table.play(step.seat, step.action)
    return asked


@pytest.mark.parametrize("opponents", ["random", "easy"])
@everywhere
def test_compiled_opponents_do_what_the_bots_of_their_names_would(
    name: str, choices: Mapping[str, Any], opponents: str
) -> None:
    seats = Table(name, seed=1, **choices).seats

    assert opponents_act_as_their_bots(name, [opponents] * (seats - 1), choices) > 2


def test_rows_are_the_games_of_the_seeds_that_follow_one_another() -> None:
    envs: Any = make_vec("gang", num_envs=3, seat=2, opponents="random", first_round=1, illegal="forfeit")
    shown, info = envs.reset(seed=2**63 - 2)

    assert envs.seeds.tolist() == [2**63 - 2, 2**63 - 1, 0]
    for row, seed in enumerate(envs.seeds.tolist()):
        table = Table("gang", seed=seed, first_round=1)
        own = observation(table, 2)
        hand = gang.features.LAYOUT.parts[3]
        begin, end = hand.begin, hand.begin + hand.size
        assert np.array_equal(shown["observation"][row][begin:end], own[begin:end])
    assert info["seat"].tolist() == [2, 2, 2]
    again, _ = envs.reset(seed=[5, 5, 6])
    assert np.array_equal(again["observation"][0], again["observation"][1])
    assert not np.array_equal(again["observation"][0], again["observation"][2])


def test_a_reset_without_a_seed_begins_the_games_that_follow() -> None:
    one, other = (SeatVectorEnv("duel", 4) for _ in range(2))
    for envs in (one, other):
        envs.reset(seed=3)
        envs.reset()

    assert one.seeds.tolist() == other.seeds.tolist() != [3, 4, 5, 6]
    assert len({*SeatVectorEnv("duel", 4).reset()[0]["action_mask"].tobytes()}) == 2, "a first one is by chance"


def test_without_autoreset_rows_begin_where_one_says_so() -> None:
    envs, random = (
        SeatVectorEnv("duel", 6, opponents="random", autoreset_mode="Disabled", spaces=1),
        np.random.default_rng(4),
    )
    shown, _ = envs.reset(seed=1)
    ended = np.zeros(6, np.bool_)
    while not ended.any():
        shown, _, ended, _, _ = envs.step(drawn(shown["action_mask"], random))
    before = shown["observation"].copy()

    assert not shown["action_mask"][ended].any()
    with pytest.raises(ActionError, match=r"^game \d is over; reset with a reset_mask begins another$"):
        envs.step(drawn(shown["action_mask"], random))
    shown, info = envs.reset(options={"reset_mask": ended})
    assert np.array_equal(shown["observation"][~ended], before[~ended])
    assert shown["action_mask"].any(1).all()
    assert np.array_equal(info["_action_mask"], ended)
    envs.step(drawn(shown["action_mask"], random))


def test_a_first_reset_begins_all_games() -> None:
    envs = SeatVectorEnv("duel", 2)
    with pytest.raises(FeatureError, match=r"^reset_mask is .*; the first reset begins all games$"):
        envs.reset(seed=1, options={"reset_mask": np.array([True, False])})
    with pytest.raises(ActionError, match=r"^no game has begun; reset begins one$"):
        envs.step(np.zeros(2, np.int64))
    shown, _ = envs.reset(seed=1, options={"reset_mask": np.ones(2, np.bool_)})

    assert shown["action_mask"].any(1).all()


@pytest.mark.parametrize("threads", [1, 3])
def test_games_do_not_depend_on_the_number_of_threads(threads: int) -> None:
    shown = []
    for envs in (SeatVectorEnv("gang", 900, threads=threads), SeatVectorEnv("gang", 900, threads=1, copy=False)):
        random = np.random.default_rng(1)
        seen, _ = envs.reset(seed=1)
        for _ in range(20):
            seen, *_ = envs.step(drawn(seen["action_mask"], random))
        shown.append(seen["observation"].tobytes())
        envs.close()

    assert shown[0] == shown[1]


def test_what_is_returned_can_be_kept_unless_one_says_that_it_need_not() -> None:
    kept, views = SeatVectorEnv("duel", 2), SeatVectorEnv("duel", 2, copy=False)
    random = np.random.default_rng(1)
    first, seen = kept.reset(seed=1)[0], views.reset(seed=1)[0]
    before = first["observation"].copy()
    actions = drawn(first["action_mask"], random)
    kept.step(actions)
    views.step(actions)

    assert np.array_equal(first["observation"], before)
    assert not np.array_equal(seen["observation"], before)


def test_the_wrappers_of_gymnasium_take_it() -> None:
    envs: Any = RecordEpisodeStatistics(make_vec("gang", num_envs=4, rounds=1, reward="score", opponents="random"))
    listed: Any = DictInfoToList(envs)
    random, lengths = np.random.default_rng(1), list[int]()
    shown, _ = listed.reset(seed=1)
    for _ in range(40):
        shown, _, _, _, infos = listed.step(drawn(shown["action_mask"], random))
        lengths += [int(info["episode"]["l"]) for info in infos if "episode" in info]

    assert lengths
    assert set(lengths) <= {13, 16}, "tricks, and three cards to be passed"


def test_sb3_contrib_is_told_what_is_legal() -> None:
    env, envs = SeatEnv("duel", first_bluffer=0), SeatVectorEnv("duel", 2, first_bluffer=0)
    seen, info = env.reset(seed=1)
    shown, told = envs.reset(seed=1)

    assert env.action_masks().dtype == envs.action_masks().dtype == np.bool_
    assert np.flatnonzero(env.action_masks()).tolist() == [0, 1, 2, 3]
    assert np.array_equal(env.action_masks(), seen["action_mask"])
    assert np.array_equal(info["action_mask"], seen["action_mask"])
    assert np.array_equal(envs.action_masks(), shown["action_mask"])
    assert np.array_equal(told["action_mask"], shown["action_mask"])


def test_an_illegal_action_is_refused_and_nothing_is_lost() -> None:
    envs = SeatVectorEnv("gang", 3, opponents="random")
    shown, _ = envs.reset(seed=1)
    actions = drawn(shown["action_mask"], np.random.default_rng(1))
    before = envs._games.positions.copy()
    for wrong in (99, -1, int(np.flatnonzero(shown["action_mask"][2] == 0)[0])):
        with pytest.raises(ActionError, match=rf"^action of game 2 is {wrong}; it may be \d+"):
            envs.step(np.array([*actions[:2], wrong]))
    shapes: list[Any] = [actions[:2], actions.astype(np.float64), actions[:, None]]
    for shape in shapes:
        with pytest.raises(ActionError, match=r"^actions are .* they may be \(3,\) of integers$"):
            envs.step(shape)

    assert np.array_equal(envs._games.positions, before)
    envs.step(actions)


def test_an_illegal_action_can_forfeit_its_game_and_no_other() -> None:
    envs = SeatVectorEnv("gang", 3, illegal="forfeit", reward="score", rounds=1, opponents="random")
    shown, _ = envs.reset(seed=1)
    actions = drawn(shown["action_mask"], np.random.default_rng(1))
    shown, paid, over, broken_off, info = envs.step(np.array([actions[0], 99, actions[2]]))

    assert (paid.tolist(), over.tolist()) == ([0.0, -52.0, 0.0], [False, True, False])
    assert not broken_off.any()
    assert info["rewards"][1].tolist() == [-52.0, 0.0, 0.0, 0.0]
    assert shown["action_mask"].any(1).tolist() == [True, False, True]


@every_game
def test_the_seat_can_look_at_the_tables(name: str) -> None:
    envs: Any = make_vec(name, num_envs=2, render_mode="ansi", opponents="random")
    with pytest.raises(ActionError, match=r"^no game has begun; reset begins one$"):
        envs.render()
    envs.reset(seed=1)
    single = SeatEnv(name, render_mode="ansi", opponents="random")
    single.reset(seed=2)

    assert envs.render()[1] == single.render()
    assert SeatVectorEnv(name).render() is None


@pytest.mark.parametrize(
    ("wrong", "error", "message"),
    [
        ({"seat": 4}, FeatureError, "seat is 4; it may be 0 to 3"),
        ({"opponents": "genius"}, UnknownBot, "no bot 'genius' for gang; there are random, easy, "),
        ({"opponents": "normal"}, FeatureError, r"opponents are \['normal', 'normal', 'normal'\]; many tables"),
        ({"opponents": ["easy", "self", "easy"]}, UnknownBot, "no bot 'self' for gang"),
        (
            {"autoreset_mode": "later"},
            FeatureError,
            "autoreset_mode is 'later'; it may be NextStep, SameStep, Disabled",
        ),
        ({"num_envs": 0}, FeatureError, "num_envs is 0; it may be 1 to "),
        ({"threads": 0}, FeatureError, "threads is 0; it may be 1 to "),
        ({"reward": "fame"}, FeatureError, "reward is 'fame'; it may be win, score, rank"),
        ({"seats": 9}, OptionError, "seats is 9; it may be 3 to 6"),
    ],
    ids=str,
)
def test_a_refusal_says_what_is_accepted(wrong: dict[str, Any], error: type[StammtischError], message: str) -> None:
    with pytest.raises(error, match=f"^{message}"):
        SeatVectorEnv(**{"game": "gang", **wrong})


def test_a_net_of_another_game_is_refused() -> None:
    net: Any = net_of(gang)

    assert make_vec("gang", num_envs=1, opponents=net).num_envs == 1
    with pytest.raises(NetError, match=r"^the net does not fit duel"):
        make_vec("duel", opponents=net)


@pytest.mark.parametrize(
    ("wrong", "error", "message"),
    [
        ({"seed": -1}, NatureError, "seed is -1; it may be "),
        ({"seed": [1]}, FeatureError, "there are 1 seeds; there may be 2"),
        ({"options": {"reset_mask": [True, False]}}, FeatureError, r"reset_mask is \[True, False\]; it may be 2 truth"),
    ],
    ids=str,
)
def test_what_cannot_be_begun_is_refused_and_nothing_is_lost(
    wrong: dict[str, Any], error: type[StammtischError], message: str
) -> None:
    envs = SeatVectorEnv("duel", 2)
    with pytest.raises(ActionError, match=r"^no game has begun; reset begins one$"):
        envs.step(np.zeros(2, np.int64))
    envs.reset(seed=1)
    before = envs._games.positions.copy()
    with pytest.raises(error, match=f"^{message}"):
        envs.reset(**wrong)

    assert np.array_equal(envs._games.positions, before)

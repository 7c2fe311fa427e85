"""The loop of the first training run, with a small net in NumPy in place of PyTorch's: it learns."""

from __future__ import annotations

import ast
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from examples import train as program
from examples import trained
from examples.monte_carlo import choose, evaluate, train
from examples.numpy_net import NumpyNet
from examples.policy_bot import PolicyBot, lead_over

from stammtisch.batch.vector import VectorEnvironment
from stammtisch.bots.levels import find_bot
from stammtisch.core.table import Table
from stammtisch.games import gang

ROOT = Path(__file__).parents[2]
THREE: dict[str, Any] = {"seats": 3, "rounds": 1}
DECISIONS = 58  # of a round, at most
UNSEEN = 1_000_000  # a seed that no block of the training has


def games(number: int) -> VectorEnvironment:
    return VectorEnvironment(gang, THREE, games=number, reward="score", threads=1)


def a_net() -> NumpyNet:
    return NumpyNet(gang.features.LAYOUT.size, gang.rules.ACTIONS)


@pytest.fixture(scope="module")
def learnt() -> NumpyNet:
    net = a_net()
    train(games(128), net, blocks=100, decisions=DECISIONS, explore=0.1)
    return net


def test_a_net_that_has_learnt_is_before_random_seats_on_deals_that_it_has_not_seen(learnt: NumpyNet) -> None:
    lead = evaluate(games(300), learnt, decisions=DECISIONS, seed=UNSEEN)

    assert lead.low is not None
    assert lead.low > 3.0, lead  # points a round, of the 8 that a random seat gets


def test_as_a_bot_it_plays_the_same(learnt: NumpyNet) -> None:
    lead = lead_over(PolicyBot(learnt, gang), "random", gang, THREE, deals=20, seed=UNSEEN)

    assert lead.low is not None
    assert lead.low > 1.0, lead


def test_a_net_that_was_saved_chooses_as_it_did(learnt: NumpyNet, tmp_path: Path) -> None:
    learnt.save(tmp_path / "net")
    loaded, environment = NumpyNet.load(tmp_path / "net"), games(100)
    shown, _ = environment.reset(seed=UNSEEN)
    for _ in range(DECISIONS):
        chosen = choose(learnt, shown["observation"], shown["action_mask"])

        assert np.array_equal(choose(loaded, shown["observation"], shown["action_mask"]), chosen)

        shown, *_ = environment.step(chosen)


def test_a_net_that_was_saved_is_a_bot_by_the_name_of_its_entry_point(
    learnt: NumpyNet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    info = tmp_path / "trained-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: trained\nVersion: 1\n", encoding="utf-8")
    (info / "entry_points.txt").write_text("[stammtisch.bots]\ntrained = examples.trained:trained\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(trained, "NET", tmp_path / "net.npz")
    learnt.save(trained.NET)
    bot, before, table = find_bot(gang, "trained"), PolicyBot(learnt, gang), Table(gang, seed=UNSEEN, **THREE)
    while not table.over:
        seat = table.waiting[0]
        asked = table.view(seat), table.options, seat, 1, len(table.steps)

        assert bot.choose(*asked) == before.choose(*asked)

        table.play(seat, *bot.choose(*asked))


def test_the_program_keeps_its_net_where_it_is_asked_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    few = ["--on=numpy", "--seats=3", "--games=16", "--blocks=1", "--deals=8", "--bouts=2"]
    monkeypatch.setattr(sys, "argv", ["train", *few, f"--save={tmp_path / 'net.npz'}"])
    program.main()
    shown, _ = games(5).reset()

    assert NumpyNet.load(tmp_path / "net.npz").values(shown["observation"]).shape == (5, gang.rules.ACTIONS)
    assert capsys.readouterr().out.startswith("16 games of 3 seats, ")


def test_the_same_seed_learns_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    told = []
    for _ in range(2):
        train(games(16), a_net(), blocks=10, decisions=DECISIONS, explore=0.1)
        told.append(capsys.readouterr().out)

    assert told[0] == told[1]
    assert told[0].startswith("block 10: ")


class Fixed:
    """A policy that prefers low actions, and notes what it is told to learn."""

    xp: Any = np

    def chance(self, games: int) -> Any:
        """Never try anything."""
        return np.ones(games)

    def values(self, observations: Any) -> Any:
        """Return less for each action than for the one before."""
        return np.tile(-np.arange(gang.rules.ACTIONS), (len(observations), 1))

    def learn(self, observations: Any, actions: Any, returns: Any) -> float:
        """Note what is to be learnt."""
        self.learnt = observations.copy(), actions, returns
        return 0.0


def test_every_decision_is_taught_the_final_reward_of_its_own_seat() -> None:
    policy, rows = Fixed(), 8
    train(games(rows), policy, blocks=1, decisions=2 * DECISIONS, explore=0)
    again, expected = games(rows), list[tuple[int, ...]]()
    shown, _ = again.reset(seed=0)
    waiting: list[list[tuple[int, int, int]]] = [[] for _ in range(rows)]  # by row: decision, seat, action
    for number in range(2 * DECISIONS):
        actions = [int(np.flatnonzero(mask)[0]) for mask in shown["action_mask"]]
        for row in range(rows):
            waiting[row].append((number, int(shown["seat"][row]), actions[row]))
        shown, rewards, over, _, _ = again.step(np.array(actions))
        for row in np.flatnonzero(over).tolist():
            expected += [(when, row, action, int(rewards[row, seat])) for when, seat, action in waiting[row]]
            waiting[row] = []

    taught = [(action, paid) for _, _, action, paid in sorted(expected)]
    assert list(zip(*(column.tolist() for column in policy.learnt[1:]), strict=True)) == taught
    assert len({paid for _, paid in taught}) > 2


def test_games_that_are_broken_off_teach_nothing_and_count_for_nobody() -> None:
    policy = Fixed()
    short = VectorEnvironment(gang, THREE, games=8, reward="score", longest=20, threads=1)
    train(short, policy, blocks=1, decisions=2 * DECISIONS, explore=0)

    assert [len(column) for column in policy.learnt] == [0, 0, 0]
    assert evaluate(short, policy, decisions=2 * DECISIONS, seed=1).mean == 0.0


def test_a_policy_that_is_no_better_than_chance_has_no_lead() -> None:
    class Random(Fixed):
        def values(self, observations: Any) -> Any:
            """Return any numbers."""
            return np.random.default_rng(int(observations.sum())).random((len(observations), gang.rules.ACTIONS))

    lead = evaluate(games(300), Random(), decisions=DECISIONS, seed=UNSEEN)

    assert lead.low is not None
    assert lead.high is not None
    assert lead.low < 0 < lead.high


def test_the_page_for_researchers_shows_the_loop_as_it_runs() -> None:
    page = (ROOT / "docs" / "research.md").read_text("utf-8")
    shown = {"monte_carlo.py": ("train", "choose", "evaluate"), "trained.py": ("trained",)}
    for file, names in shown.items():
        source = (ROOT / "examples" / file).read_text("utf-8")
        functions = {node.name: node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)}
        for name in names:
            listing = ast.get_source_segment(source, functions[name])
            assert listing
            assert listing in page

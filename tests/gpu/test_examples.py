"""The first training run on a GPU: its tensors are the arrays of the CPU, and its net learns."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from examples.monte_carlo import choose, evaluate, train
from examples.tensors import TensorEnvironment
from examples.torch_net import TorchNet

from stammtisch.batch.cuda_steps import CudaEnvironment
from stammtisch.batch.vector import VectorEnvironment
from stammtisch.games import gang

FOUR: dict[str, Any] = {"seats": 4, "rounds": 1}
DECISIONS = 65  # of a round, at most


def games(number: int) -> TensorEnvironment:
    return TensorEnvironment(CudaEnvironment(gang, FOUR, games=number, reward="score"))


def test_tensors_are_what_the_cpu_shows() -> None:
    torch: Any = import_module("torch")
    tensors, arrays = games(100), VectorEnvironment(gang, FOUR, games=100, reward="score", forfeit=True)
    shown, _ = tensors.reset(seed=3)
    expected, _ = arrays.reset(seed=3)
    for number in range(2 * DECISIONS):
        assert all(np.array_equal(shown[name].cpu(), expected[name]) for name in expected)

        actions, drawn = arrays.draw_actions().copy(), tensors.draw_actions()

        assert np.array_equal(drawn.cpu(), actions)

        actions[number % 100] = number % gang.rules.ACTIONS  # mostly illegal
        shown, rewards, over, broken_off, _ = tensors.step(torch.as_tensor(actions, device="cuda"))
        expected, paid, ended, _, _ = arrays.step(actions)

        assert np.array_equal(rewards.cpu(), paid)
        assert np.array_equal(over.cpu(), ended)
        assert not broken_off.any()


def test_a_net_learns_on_a_gpu() -> None:
    net = TorchNet(gang.features.LAYOUT.size, gang.rules.ACTIONS, device="cuda")
    train(games(1024), net, blocks=30, decisions=DECISIONS, explore=0.1)
    lead = evaluate(games(1024), net, decisions=DECISIONS, seed=1_000_000)

    assert lead.low is not None
    assert lead.low > 1.0, lead


def test_a_net_of_pytorch_that_was_saved_chooses_as_it_did(tmp_path: Path) -> None:
    net = TorchNet(gang.features.LAYOUT.size, gang.rules.ACTIONS, device="cuda", hidden=64, seed=5)
    net.save(tmp_path / "net.pt")
    loaded, environment = TorchNet.load(tmp_path / "net.pt", device="cuda"), games(100)
    shown, _ = environment.reset(seed=3)
    for _ in range(DECISIONS):
        chosen = choose(net, shown["observation"], shown["action_mask"])

        assert choose(loaded, shown["observation"], shown["action_mask"]).equal(chosen)

        shown, *_ = environment.step(chosen)

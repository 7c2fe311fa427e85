"""Learn to play a round of `gang` with PyTorch, on a GPU or a CPU, or with NumPy alone, and measure what was learnt.

`docs/research.md` has commands to begin with, and what they print.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from examples.monte_carlo import evaluate, train
from examples.numpy_net import NumpyNet
from examples.policy_bot import PolicyBot, lead_over
from stammtisch.batch.vector import VectorEnvironment
from stammtisch.core.options import make_options
from stammtisch.games import gang
from stammtisch.learning.blas_threads import use_one_blas_thread

if TYPE_CHECKING:
    from examples.torch_net import TorchNet

DEALS = 1_000_000  # the seed of the deals of an evaluation: no block has it


def main() -> None:
    """Learn, then play against others on deals that were not learnt from."""
    asked = _asked()
    if asked.on == "numpy":
        use_one_blas_thread()
    choices = {"seats": asked.seats, "rounds": 1}
    each = make_options(gang.rules, choices).each
    decisions = asked.seats * (3 + each) + 1  # three cards to pass, all to play, and whom a united gang weighs on
    size = gang.features.LAYOUT.size, gang.rules.ACTIONS
    policy: NumpyNet | TorchNet = NumpyNet(*size) if asked.on == "numpy" else _torch_net(*size, asked.on)
    begin = perf_counter()
    environment = _environment(asked.on, choices, asked.games)
    train(environment, policy, blocks=asked.blocks, decisions=decisions, explore=asked.explore)
    print(f"{asked.games * asked.blocks} games of {asked.seats} seats, {perf_counter() - begin:.0f} s")
    if asked.save:
        policy.save(asked.save)
    judged = _environment(asked.on, choices, asked.deals)
    lead = evaluate(judged, policy, decisions=decisions, seed=DEALS)
    print(f"points a round before random seats: {lead.mean:.2f} ± {lead.margin:.2f} (95 %, {asked.deals} deals)")
    lead = lead_over(PolicyBot(policy, gang), "easy", gang, choices, deals=asked.bouts, seed=DEALS)
    print(f"points a round before easy bots: {lead.mean:.2f} ± {lead.margin:.2f} (95 %, {asked.bouts} deals)")


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--on", choices=["cuda", "cpu", "numpy"], default="cuda")
    parser.add_argument("--seats", type=int, choices=[3, 4], default=4)
    parser.add_argument("--games", type=int, default=8192, help="side by side")
    parser.add_argument("--blocks", type=int, default=400, help="how often it plays that many, and learns")
    parser.add_argument("--explore", type=float, default=0.05, help="part of the decisions that are taken at random")
    parser.add_argument("--deals", type=int, default=4096, help="of the evaluation against random seats")
    parser.add_argument("--bouts", type=int, default=256, help="deals of the evaluation against easy bots")
    parser.add_argument("--save", type=Path, metavar="FILE", help="where to keep the net, as its `load` reads it")
    return parser.parse_args()


def _torch_net(inputs: int, actions: int, device: str) -> TorchNet:
    from examples.torch_net import TorchNet  # noqa: PLC0415  # there may be no PyTorch

    return TorchNet(inputs, actions, device=device)


def _environment(device: str, choices: dict[str, object], games: int) -> Any:
    if device != "cuda":
        return VectorEnvironment(gang, choices, games=games, reward="score")
    from examples.tensors import TensorEnvironment  # noqa: PLC0415  # there may be no GPU
    from stammtisch.batch.cuda_steps import CudaEnvironment  # noqa: PLC0415

    return TensorEnvironment(CudaEnvironment(gang, choices, games=games, reward="score"))


if __name__ == "__main__":
    main()

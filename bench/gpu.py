"""Random play of every game on one GPU: whole games, and games that are stepped through, with observations.

Before anything is timed, what the GPU plays is compared with the CPU, byte for byte. A step is any action, those of
NATURE and TABLE included; where games are stepped through, one decision of a seat counts as one step, whatever it
forces. Of learners only their own decisions count (`gpu_learners.py`). It needs `numba-cuda` and PyTorch, which you
install yourself.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from importlib import import_module
from typing import Any, Final

import numpy as np
from figures import Figure
from gpu_learners import OPPONENTS, decisions, opponents
from rich.console import Console
from rich.table import Table as Grid

from stammtisch.batch import cuda as gpu
from stammtisch.batch.cpu import play_random_games
from stammtisch.batch.cuda_net import CudaNet
from stammtisch.batch.cuda_steps import CudaEnvironment
from stammtisch.batch.vector import VectorEnvironment
from stammtisch.bots.nets.net import net_of
from stammtisch.games import combo, duel, gang, party

torch: Any = import_module("torch")

PLAYED: Final[list[tuple[Any, dict[str, Any]]]] = [(gang, {"rounds": 1}), (party, {}), (combo, {}), (duel, {})]
MOST: Final = 4000  # steps, after which a game of combo that goes on is broken off
BESIDE: Final = 4096  # games that are compared with the CPU
COMPARED: Final = 100  # steps
NEARLY_ALL: Final = 0.9  # of games in which nets play: sums differ in the last digits, and so may what is all but equal
GAMES: Final = 1 << 20
TIMED: Final = 100
ASKING_NETS: Final = 1 << 14  # games at once where a net plays, which takes longer
PROMISED: Final = {"gang": 15e9, "party": 8e9, "combo": 2e9, "duel": 15e9}  # on one H200
PROMISED_STEPPING: Final = {"gang": 100e6, "party": 100e6, "combo": 300e6, "duel": 100e6}


def main() -> int:
    """Compare, measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=GAMES, help="how many at once (default 1048576)")
    arguments = parser.parse_args()
    console = Console(width=120)
    card = gpu.cuda.get_current_device().name
    title = (
        f"{card if isinstance(card, str) else card.decode()}, {datetime.now(UTC):%Y-%m-%d}, {arguments.games:,} games"
    )
    grid = Grid("game", title=title)
    for column in ("as on the CPU", "whole games", "promised", "stepping, with observations", "promised"):
        grid.add_column(column, justify="right")
    good = True
    for game, choices in PLAYED:
        same = _ends_alike(game, choices) and _steps_alike(game, choices)
        whole, stepping = _whole_games(game, choices, arguments.games), _stepping(game, choices, arguments.games)
        good = good and same and whole >= PROMISED[game.NAME] and stepping >= PROMISED_STEPPING[game.NAME]
        rates = (f"{rate / 1e9:.2f} billion/s" for rate in (whole, PROMISED[game.NAME]))
        steps = (f"{rate / 1e6:,.0f} million/s" for rate in (stepping, PROMISED_STEPPING[game.NAME]))
        grid.add_row(game.NAME, "yes" if same else "NO", *rates, *steps)
    console.print(grid)
    learners = Grid("gang, opponents", "as on the CPU", "decisions of the learner", title="one learner at each table")
    for name in OPPONENTS:
        same = _learners_alike(name)
        good = good and same
        rate = _learner_steps(name, arguments.games)
        learners.add_row(name, "yes" if same else "NO", f"{rate / 1e6:,.2f} million/s")
    console.print(learners)
    return 0 if good else 1


def summary(_: float) -> list[Figure]:
    """Return steps a second of every game, whole and stepped through, and decisions a second of learners."""
    found = []
    for game, choices in PLAYED:
        assert _ends_alike(game, choices), f"{game.NAME} differs from the CPU"
        assert _steps_alike(game, choices), f"{game.NAME} differs from the CPU where it is stepped through"
        whole, stepping = _whole_games(game, choices, GAMES), _stepping(game, choices, GAMES)
        found.append(Figure(f"{game.NAME}, whole games", whole, "steps/s", promised=PROMISED[game.NAME]))
        stepped = PROMISED_STEPPING[game.NAME]
        found.append(Figure(f"{game.NAME}, with observations", stepping, "steps/s", promised=stepped))
    for name in OPPONENTS:
        assert _learners_alike(name), f"a learner against {name} differs from the CPU"
        found.append(Figure(f"gang, a learner against {name}", _learner_steps(name, GAMES), "decisions/s"))
    return found


def _ends_alike(game: Any, choices: dict[str, Any]) -> bool:
    """Whether random games end in the same bytes, in as many steps."""
    expected = play_random_games(game, choices, games=BESIDE, seed=3, most=MOST)
    positions, counts = gpu.play_random_games(game, choices, games=BESIDE, seed=3, most=MOST)
    return bool(
        positions.copy_to_host().tobytes() == expected.positions.tobytes()
        and counts.copy_to_host().tobytes() == expected.counts.tobytes()
    )


def _steps_alike(game: Any, choices: dict[str, Any]) -> bool:
    """Whether games that are stepped through show the same, pay the same and stand the same."""
    here = VectorEnvironment(game, choices, games=BESIDE, seed=5, reward="score")
    there = CudaEnvironment(game, choices, games=BESIDE, seed=5, reward="score")
    for _ in range(COMPARED):
        shown, paid, *_ = here.step(here.draw_actions())
        there.step(there.draw_actions())
        pairs = [(there.rewards, paid), *((getattr(there, name), shown[name]) for name in shown)]
        if not all(np.array_equal(on_gpu.copy_to_host(), on_cpu) for on_gpu, on_cpu in pairs):
            return False
    return np.array_equal(there.positions.copy_to_host().T, here.positions)


def _whole_games(game: Any, choices: dict[str, Any], games: int) -> float:
    """Return the steps a second of whole random games."""
    _, counts = gpu.play_random_games(game, choices, games=games, seed=3, most=MOST)
    steps = int(counts.copy_to_host()[:, 0].sum())
    return steps / _seconds(lambda: gpu.play_random_games(game, choices, games=games, seed=3, most=MOST))


def _stepping(game: Any, choices: dict[str, Any], games: int) -> float:
    """Return the steps a second of games whose observations lie where PyTorch has them."""
    environment = CudaEnvironment(game, choices, games=games, seed=5)
    numbers = torch.as_tensor(environment.observation, device="cuda")
    assert numbers.data_ptr() == environment.observation.device_ctypes_pointer.value, "PyTorch made a copy"

    def steps() -> None:
        for _ in range(TIMED):
            environment.step(environment.draw_actions())

    return TIMED * games / _seconds(steps)


def _on_gpu(array: Any) -> Any:
    """Return an array of the GPU as PyTorch's, without a copy."""
    return torch.as_tensor(array, device="cuda")


def _learners_alike(name: str) -> bool:
    """Whether learners decide as often, and games stand the same then; what a net says differs in the last digits."""
    net: Any = net_of(gang)
    here = VectorEnvironment(gang, games=BESIDE, seed=5)
    there = CudaEnvironment(gang, games=BESIDE, seed=5)
    taken = decisions(here, opponents(here, net)[name], COMPARED, np, np.asarray)
    same = decisions(there, opponents(there, CudaNet(net))[name], COMPARED, torch, _on_gpu)
    stands = np.all(here.positions == there.positions.copy_to_host().T, axis=1).mean()
    return stands > NEARLY_ALL if name == OPPONENTS[-1] else taken == same and stands == 1


def _learner_steps(name: str, games: int) -> float:
    """Return the decisions a second of learners, one in each game."""
    environment = CudaEnvironment(gang, games=min(games, ASKING_NETS) if name == OPPONENTS[-1] else games, seed=5)
    others, rates = opponents(environment, CudaNet(net_of(gang)))[name], list[float]()
    decisions(environment, others, COMPARED, torch, _on_gpu)  # compiles it, and games are in different phases then
    for _ in range(3):
        gpu.cuda.synchronize()
        begin = time.perf_counter()
        taken = decisions(environment, others, TIMED, torch, _on_gpu)
        gpu.cuda.synchronize()
        rates.append(taken / (time.perf_counter() - begin))
    return max(rates)


def _seconds(work: Callable[[], object]) -> float:
    """Return the shortest of three times."""
    times = []
    for _ in range(3):
        gpu.cuda.synchronize()
        begin = time.perf_counter()
        work()
        gpu.cuda.synchronize()
        times.append(time.perf_counter() - begin)
    return min(times)


if __name__ == "__main__":
    sys.exit(main())

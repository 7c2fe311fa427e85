"""Our CUDA kernels in Numba's simulator of a GPU: they play what the CPU plays, as far as Python can tell.

The simulator runs each thread of a GPU as one of Python, so games are few and blocks are small.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import Any

import numpy as np

from stammtisch.batch.vector import VectorEnvironment
from stammtisch.games import combo, duel, gang, party
from stammtisch.kernel.outcome import Outcome
from tests.kernel.compiled import python
from tests.nets import drawn_net

CHOICES: list[tuple[ModuleType, list[dict[str, object]]]] = [
    (combo, [{"quick": True}, {"quick": True, "seats": 3}]),
    (duel, [{"spaces": 1}, {"spaces": 1, "royal": True}]),
    (gang, [{"seats": 3, "rounds": 1}, {"seats": 4}]),
    (party, [{"seats": 3}, {"seats": 5}]),
]
STEPS = 24
HOW: dict[str, Any] = {"games": 3, "seed": 5, "reward": "score", "longest": 15}


def played(environment: Any, net: Any, read: Callable[[Any], Any], given: Callable[[Any], Any]) -> list[Any]:
    """Play by turns at random, by rules of thumb and as a net says; return what was done and shown."""
    ways = environment.draw_actions, environment.suggest_actions, lambda: environment.net_actions(net)
    shown = []
    for number in range(STEPS):
        actions = read(ways[number % len(ways)]()).copy()
        environment.step(given(actions))
        names = "seat", "observation", "action_mask", "rewards", "ended"
        shown.append([actions.tolist(), *(read(getattr(environment, name)).tolist() for name in names)])
    return shown


def simulated(game: Any, choices: list[dict[str, object]]) -> list[Any]:
    """Return what the simulator plays: in a process in which it stands for CUDA, and which plays nothing else."""
    steps, nets = (import_module(f"stammtisch.batch.{name}") for name in ("cuda_steps", "cuda_net"))
    small: Any = {"_CLEARING": (1, 1), "_THREADS": 4, "_threads": lambda _: 4}  # blocks
    vars(steps).update(small)
    vars(nets).update(_THREADS=2)
    for record in (game.rules.State, game.rules.Options, Outcome):
        record.dtype = np.dtype((np.record, record.dtype))  # Python finds its fields by their names then
    environment, net = steps.CudaEnvironment(game, choices, **HOW), nets.CudaNet(drawn_net(game))
    return played(environment, net, lambda array: array.copy_to_host(), steps.cuda.to_device)


def test_simulated_cuda_plays_and_shows_what_the_cpu_does() -> None:
    code = """
import json
from tests.batch.test_cuda_simulated import CHOICES, simulated
for game, choices in CHOICES:
    print(json.dumps(simulated(game, choices)))
"""
    lines = python(code, NUMBA_ENABLE_CUDASIM="1")
    for (game, choices), line in zip(CHOICES, lines, strict=True):
        environment = VectorEnvironment(game, choices, **HOW)
        expected = played(environment, drawn_net(game), np.asarray, np.asarray)
        for found, due in zip(json.loads(line), expected, strict=True):
            assert found == due, game.NAME
        assert {step[-1][0] for step in expected} != {0}, "no game ended"

"""Games on a GPU that answer as a `VectorEnvironment` does, in tensors of PyTorch."""

from __future__ import annotations

from typing import Any

import torch

from stammtisch.batch.cuda_steps import CudaEnvironment

BROKEN_OFF = 2  # how a `CudaEnvironment` says so; whatever else is not 0 is over


class TensorEnvironment:
    """The arrays of a `CudaEnvironment` as tensors that lie in the same memory: nothing is copied."""

    def __init__(self, environment: CudaEnvironment) -> None:
        self._environment = environment
        self.games, self.seats = environment.games, environment.seats
        arrays = ("seat", "observation", "action_mask")
        self._shown = {name: torch.as_tensor(getattr(environment, name), device="cuda") for name in arrays}
        self._rewards = torch.as_tensor(environment.rewards, device="cuda")
        self._ended = torch.as_tensor(environment.ended, device="cuda")

    def reset(self, *, seed: int) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin all games anew, of this seed."""
        self._environment.reset(seed=seed)
        return self._shown, {}

    def step(self, actions: Any) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        """Take one action in every game."""
        self._environment.step(actions)
        broken_off = self._ended == BROKEN_OFF
        return self._shown, self._rewards, (self._ended != 0) & ~broken_off, broken_off, {}

    def draw_actions(self) -> Any:
        """Return a legal action for every game, all equally likely; others each time."""
        return torch.as_tensor(self._environment.draw_actions(), device="cuda")

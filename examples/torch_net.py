"""A net in PyTorch: two hidden layers."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final, Self

import torch

_BATCH: Final = 4096  # decisions that are learnt from at once


class TorchNet:
    """Says what every action is worth; see `examples.monte_carlo.Policy`."""

    xp: Any = torch

    def __init__(
        self, inputs: int, actions: int, *, device: str, hidden: int = 512, rate: float = 0.0005, seed: int = 0
    ) -> None:
        torch.set_default_device(device)
        torch.manual_seed(seed)
        self._net = torch.nn.Sequential(
            torch.nn.Linear(inputs, hidden),
            torch.nn.ReLU(),
            torch.nn.Linear(hidden, hidden),
            torch.nn.ReLU(),
            torch.nn.Linear(hidden, actions),
        )
        self._optimizer = torch.optim.Adam(self._net.parameters(), rate)

    @classmethod
    def load(cls, path: Path, *, device: str = "cpu") -> Self:
        """Return the net that `save` wrote, on any device; as a learner it begins anew."""
        weights = torch.load(path, map_location=device, weights_only=True)
        (hidden, inputs), actions = weights["0.weight"].shape, len(weights["4.bias"])
        net = cls(inputs, actions, device=device, hidden=hidden)
        net._net.load_state_dict(weights)
        return net

    def save(self, path: Path) -> None:
        """Write the weights to a file, as `torch.save` does."""
        torch.save(self._net.state_dict(), path)

    def chance(self, games: int) -> Any:
        """Return a number from 0 to 1 for each game, drawn anew."""
        return torch.rand(games)

    def values(self, observations: Any) -> Any:
        """Return what every action is worth to the seat that is asked: a row for each game."""
        with torch.no_grad():
            return self._net(observations.float())

    def learn(self, observations: Any, actions: Any, returns: Any) -> float:
        """Learn what actions led to, and return how far the values were from it: the mean square."""
        errors = []
        for part in torch.randperm(len(actions)).split(_BATCH):
            values = self._net(observations[part].float())
            error = (values.gather(1, actions[part, None])[:, 0] - returns[part]).square().mean()
            self._optimizer.zero_grad()
            error.backward()
            self._optimizer.step()
            errors.append(error.detach())
        return float(torch.stack(errors).mean())

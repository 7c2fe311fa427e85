"""What the trainer asks of a net, whatever library it is written in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

Weights = dict[str, NDArray[np.float32]]


@dataclass(frozen=True)
class NetSize:
    """How large a net is."""

    inputs: int
    actions: int
    width: int = 768
    layers: int = 2  # residual ones, after the first


@dataclass(frozen=True)
class Rates:
    """How a net learns from one batch."""

    learning_rate: float
    entropy: float  # how much variety of the policy is worth
    clip: float = 0.2  # of PPO: how far a ratio counts
    value: float = 0.5  # what the value's error weighs
    ahead: float = 0.25  # what the error of the chance to be ahead weighs
    gradient: float = 0.5  # the longest gradient


@dataclass(frozen=True)
class Losses:
    """How a net did on some batches, on average."""

    policy: float
    value: float
    entropy: float
    ahead: float  # cross entropy


class Learner(Protocol):
    """A net that acts and learns; its arrays are those of its library, in the memory where it works."""

    size: NetSize

    @property
    def arrays(self) -> Any:
        """The library: NumPy, or PyTorch, whose functions are called alike."""

    def act(self, observation: Any, mask: Any, *, greedy: bool = False) -> tuple[Any, Any, Any]:
        """Return an action for each row, drawn from the policy or the best, the log of its chance, and the value."""

    def learn(self, batch: Mapping[str, Any], rates: Rates) -> Any:
        """Take one step of the optimizer; return the numbers of `Losses` as an array."""

    def zeros(self, shape: tuple[int, ...], kind: str) -> Any:
        """Return an array of zeros where it works; `kind` is the name of a type of NumPy."""

    def wrap(self, array: Any) -> Any:
        """Return an array of an environment as one of this library, without a copy."""

    def shuffled(self, array: Any) -> Any:
        """Return the members of an array in a random order."""

    def seed(self, seed: int) -> None:
        """Fix what follows."""

    def weights(self) -> Weights:
        """Return the weights, inputs first, as `bots.nets` reads them; without the scale of the inputs."""

    def load(self, weights: Mapping[str, NDArray[Any]], moments: Mapping[str, NDArray[Any]], steps: int) -> None:
        """Go on with weights and what the optimizer remembers of them."""

    def moments(self) -> tuple[Weights, int]:
        """Return the optimizer's first and second moments, named `first.…` and `second.…`, and its steps."""

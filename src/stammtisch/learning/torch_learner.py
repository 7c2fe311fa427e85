"""The net in PyTorch, on a GPU or a CPU: masked PPO (Schulman and others, 2017; Huang and Ontañón, 2022)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, cast

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional

from stammtisch.learning.learner import NetSize, Rates, Weights

_NEVER: Final = -1e9  # the logit of what may not be done
_BETAS: Final = (0.9, 0.999)


class ResidualNet(nn.Module):
    """A first layer, residual layers, and heads: what to do, what it will be worth, and the chance to be ahead then."""

    def __init__(self, size: NetSize, input_scale: torch.Tensor) -> None:
        super().__init__()
        self.register_buffer("input_scale", input_scale)
        self.first = nn.Linear(size.inputs, size.width)
        self.layers = nn.ModuleList(nn.Linear(size.width, size.width) for _ in range(size.layers))
        self.policy = nn.Linear(size.width, size.actions)
        self.value = nn.Linear(size.width, 1)
        self.ahead = nn.Linear(size.width, 1)
        for head in (self.policy, self.value, self.ahead):
            nn.init.zeros_(head.weight)
            nn.init.zeros_(head.bias)

    def forward(self, observation: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Return the logits of all actions, the value, and the logit of being ahead."""
        hidden = functional.relu(self.first(observation * self.input_scale))
        for layer in self.layers:
            hidden = hidden + functional.relu(layer(hidden))
        return self.policy(hidden).float(), self.value(hidden)[:, 0].float(), self.ahead(hidden)[:, 0].float()


class TorchLearner:
    """A net that learns by PyTorch."""

    arrays = torch

    def __init__(self, size: NetSize, input_scale: NDArray[np.float32], *, device: str, seed: int) -> None:
        self.size = size
        self._device = torch.device(device)
        self.seed(seed)
        self._kind = torch.bfloat16 if self._device.type == "cuda" else torch.float32
        scale = torch.as_tensor(input_scale, device=self._device).to(self._kind)
        self._net = ResidualNet(size, scale).to(self._device)
        self._optimizer = torch.optim.Adam(
            self._net.parameters(), betas=_BETAS, eps=1e-5, fused=self._device.type == "cuda"
        )

    def act(
        self, observation: torch.Tensor, mask: torch.Tensor, *, greedy: bool = False
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Return an action for each row, drawn from the policy or the best, the log of its chance, and the value."""
        with torch.no_grad():
            logits, value, _ = self._pass(observation, mask)
            logs = functional.log_softmax(logits, 1)
            noise = torch.zeros_like(logs) if greedy else _gumbel(logs)
            action = (logs + noise).argmax(1)
        return action, logs.gather(1, action[:, None])[:, 0], value

    def learn(self, batch: Mapping[str, Any], rates: Rates) -> torch.Tensor:
        """Take one step of the optimizer; return the numbers of `Losses` as an array."""
        for group in self._optimizer.param_groups:
            group["lr"] = rates.learning_rate
        logits, value, ahead = self._pass(batch["observation"], batch["mask"])
        logs = functional.log_softmax(logits, 1)
        ratio = (logs.gather(1, batch["action"][:, None])[:, 0] - batch["log_chance"]).exp()
        advantage = batch["advantage"]
        clipped = ratio.clamp(1 - rates.clip, 1 + rates.clip) * advantage
        policy_loss = -torch.minimum(ratio * advantage, clipped).mean()
        value_loss = functional.mse_loss(value, batch["returns"])
        entropy = -(logs.exp() * logs).sum(1).mean()  # what may not be done has no chance, and adds nothing
        settled = (batch["ahead"] >= 0).float()
        surprise = functional.binary_cross_entropy_with_logits(ahead, batch["ahead"].clamp(0, 1), reduction="none")
        ahead_loss = (surprise * settled).sum() / settled.sum().clamp(1)
        loss = policy_loss + rates.value * value_loss + rates.ahead * ahead_loss - rates.entropy * entropy
        self._optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self._net.parameters(), rates.gradient)
        self._optimizer.step()
        return torch.stack([policy_loss, value_loss, entropy, ahead_loss]).detach()

    def zeros(self, shape: tuple[int, ...], kind: str) -> torch.Tensor:
        """Return an array of zeros where it works."""
        return torch.zeros(shape, dtype=getattr(torch, kind), device=self._device)

    def wrap(self, array: Any) -> torch.Tensor:
        """Return an array of an environment as a tensor, without a copy."""
        return torch.as_tensor(array, device=self._device)

    def shuffled(self, array: torch.Tensor) -> torch.Tensor:
        """Return the members of an array in a random order."""
        return array[torch.randperm(len(array), device=self._device)]

    def seed(self, seed: int) -> None:
        """Fix what follows."""
        torch.manual_seed(seed)

    def weights(self) -> Weights:
        """Return the weights, inputs first."""
        return _merged(self.size, {name: value.detach() for name, value in self._net.named_parameters()})

    def load(self, weights: Mapping[str, NDArray[Any]], moments: Mapping[str, NDArray[Any]], steps: int) -> None:
        """Go on with weights and what the optimizer remembers of them."""
        own = dict(self._net.named_parameters())
        with torch.no_grad():
            for name, value in _parted(self.size, weights).items():
                own[name].copy_(torch.as_tensor(value))
        parts = {
            kind: _parted(
                self.size, {name.removeprefix(kind): moments[name] for name in moments if name.startswith(kind)}
            )
            for kind in _MOMENTS
        }
        for name, parameter in own.items() if steps else ():
            self._optimizer.state[parameter] = {
                "step": torch.tensor(float(steps), device=self._device),
                **{
                    own_name: torch.zeros_like(parameter).copy_(torch.as_tensor(parts[kind][name]))  # laid out alike
                    for kind, own_name in _MOMENTS.items()
                },
            }

    def moments(self) -> tuple[Weights, int]:
        """Return the optimizer's moments, and its steps."""
        states = {name: self._optimizer.state.get(value) for name, value in self._net.named_parameters()}
        if not all(states.values()):
            return {}, 0
        found: Weights = {}
        for kind, own_name in _MOMENTS.items():
            merged = _merged(self.size, {name: cast(Any, state)[own_name] for name, state in states.items()})
            found |= {kind + name: value for name, value in merged.items()}
        return found, int(cast(Any, states["first.bias"])["step"])

    def _pass(self, observation: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        with torch.autocast(self._device.type, self._kind, enabled=self._kind != torch.float32):
            logits, value, ahead = self._net(observation.to(self._kind))
        return logits.masked_fill(mask == 0, _NEVER), value, ahead


_MOMENTS: Final = {"first.": "exp_avg", "second.": "exp_avg_sq"}


def _gumbel(like: torch.Tensor) -> torch.Tensor:
    """Return noise by which the highest of logits is a draw from their chances (Gumbel, 1954)."""
    return -torch.log(-torch.log(torch.rand_like(like).clamp_(1e-9, 1 - 1e-7)))


def _merged(size: NetSize, own: Mapping[str, torch.Tensor]) -> Weights:
    """Return what PyTorch keeps, outputs first and layer by layer, as nets are kept here."""

    def taken(name: str) -> NDArray[np.float32]:
        return np.asarray(own[name].float().cpu().numpy(), np.float32)

    return {
        "first": taken("first.weight").T.copy(),
        "first_bias": taken("first.bias"),
        "layers": np.stack([taken(f"layers.{layer}.weight").T for layer in range(size.layers)]),
        "layer_biases": np.stack([taken(f"layers.{layer}.bias") for layer in range(size.layers)]),
        "policy": taken("policy.weight").T.copy(),
        "policy_bias": taken("policy.bias"),
        "value": taken("value.weight")[0],
        "value_bias": taken("value.bias")[0],
        "ahead": taken("ahead.weight")[0],
        "ahead_bias": taken("ahead.bias")[0],
    }


def _parted(size: NetSize, weights: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """Return the same as PyTorch keeps it."""
    if not weights:
        return {}
    found = {
        "first.weight": weights["first"].T,
        "first.bias": weights["first_bias"],
        "policy.weight": weights["policy"].T,
        "policy.bias": weights["policy_bias"],
        "value.weight": weights["value"][None],
        "value.bias": weights["value_bias"].reshape(1),
        "ahead.weight": weights["ahead"][None],
        "ahead.bias": weights["ahead_bias"].reshape(1),
    }
    for layer in range(size.layers):
        found[f"layers.{layer}.weight"] = weights["layers"][layer].T
        found[f"layers.{layer}.bias"] = weights["layer_biases"][layer]
    return {name: np.ascontiguousarray(value, np.float32) for name, value in found.items()}

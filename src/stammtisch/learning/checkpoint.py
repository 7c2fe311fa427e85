"""Training that was stopped goes on from one small file."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any, Final
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from stammtisch.errors import TrainingError
from stammtisch.learning.learner import Learner, Weights

NAME: Final = "checkpoint.npz"


@dataclass(frozen=True)
class Checkpoint:
    """Where a training stands."""

    recipe: Mapping[str, Any]  # what was asked for: a training with another recipe cannot go on from here
    progress: Mapping[str, Any]
    input_scale: NDArray[np.float32]
    weights: Weights
    moments: Weights
    steps: int  # of the optimizer

    def save(self, folder: Path) -> None:
        """Write it in place of the one before, which stays whole until then.

        Moments are kept to 8 bits of their fraction, as bfloat16: they are averages, and the file stays small.
        """
        told = {"recipe": dict(self.recipe), "progress": dict(self.progress), "steps": self.steps}
        arrays: dict[str, NDArray[Any]] = {"told": np.frombuffer(json.dumps(told).encode(), np.uint8)}
        arrays |= {"input_scale": self.input_scale}
        arrays |= {f"weights.{name}": array for name, array in self.weights.items()}
        arrays |= {f"moments.{name}": _shortened(array) for name, array in self.moments.items()}
        begun = folder / f"{NAME}.new"
        with begun.open("wb") as file:
            np.savez(file, allow_pickle=False, **arrays)
            file.flush()
            os.fsync(file.fileno())
        begun.replace(folder / NAME)


def read_checkpoint(folder: Path) -> Checkpoint | None:
    """Return where a training in a folder stands, or nothing if there is none.

    Raises:
        TrainingError: The file cannot be read.
    """
    path = folder / NAME
    if not path.exists():
        return None
    try:
        with np.load(BytesIO(path.read_bytes()), allow_pickle=False) as file:
            arrays = {name: file[name] for name in file}  # all of them: reading is what notices damage
        told = json.loads(arrays["told"].tobytes())
        return Checkpoint(
            told["recipe"],
            told["progress"],
            arrays["input_scale"],
            _named(arrays, "weights."),
            {name: _lengthened(array) for name, array in _named(arrays, "moments.").items()},
            told["steps"],
        )
    except (OSError, ValueError, KeyError, EOFError, BadZipFile, RuntimeError) as error:
        raise TrainingError(f"{path} is damaged ({error}); remove it to begin anew, or restore it") from error


def checkpoint_of(learner: Learner, recipe: Mapping[str, Any], progress: Mapping[str, Any], scale: Any) -> Checkpoint:
    """Return where a learner stands."""
    moments, steps = learner.moments()
    return Checkpoint(recipe, progress, scale, learner.weights(), moments, steps)


def _named(arrays: Mapping[str, NDArray[Any]], prefix: str) -> dict[str, NDArray[Any]]:
    return {name.removeprefix(prefix): arrays[name] for name in arrays if name.startswith(prefix)}


def _shortened(array: NDArray[np.float32]) -> NDArray[np.uint16]:
    """Return floats as bfloat16: their upper halves, rounded."""
    bits = np.asarray(array, np.float32, order="C").view(np.uint32)
    return ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype(np.uint16).reshape(array.shape)  # a number stays one


def _lengthened(array: NDArray[np.uint16]) -> NDArray[np.float32]:
    return np.asarray(array.astype(np.uint32) << 16).view(np.float32)

"""The loop: play, learn, measure, keep; it can be stopped at any moment, and goes on from where it was."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, Final

from stammtisch.batch.vector import VectorEnvironment
from stammtisch.bots.nets.net import facts_of
from stammtisch.clock import SYSTEM_CLOCK, Clock
from stammtisch.core.game import Game
from stammtisch.core.observations.observation import features_of
from stammtisch.errors import TrainingError, extra
from stammtisch.learning.checkpoint import Checkpoint, checkpoint_of, read_checkpoint
from stammtisch.learning.experience import SelfPlay
from stammtisch.learning.learner import Learner, Losses, NetSize, Rates
from stammtisch.learning.numpy_learner import NumpyLearner
from stammtisch.learning.recipe import Recipe
from stammtisch.learning.scales import measure_scales
from stammtisch.learning.strength import OPPONENTS, lead_over

LOG: Final = "log.jsonl"
_MEASURED: Final = 20  # times in a training
_JUDGED: Final = 4096  # games of a measurement, at most as many as of the training
_JUDGED_DECISIONS: Final = 200
_SAVE_AFTER: Final = 60.0  # seconds
_MOMENT: Final = 1e-3  # seconds; some clocks tick no faster
_SEEDS: Final = 1 << 63  # that PyTorch knows


@dataclass(frozen=True)
class TrainingProgress:
    """How far a training has come, after some decisions."""

    decisions: int
    seconds: float  # of play and learning, all sessions together
    playing: float  # decisions a second while it played, lately
    learning: float  # decisions a second while it learnt
    losses: Losses
    leads: dict[str, float] | None = None  # over each opponent, where it was measured


class Trainer:
    """A training in a folder."""

    def __init__(self, game: Game, recipe: Recipe, folder: Path, *, clock: Clock = SYSTEM_CLOCK) -> None:
        """Begin, or go on from the checkpoint in the folder.

        Raises:
            TrainingError: What is there was trained by another recipe or is damaged, or PyTorch is missing.
            FeatureError: The game has no features.
        """
        self.game, self.recipe, self.folder, self._clock = game, recipe, folder, clock
        _require_device(recipe.device)
        if recipe.games < len(recipe.variants):
            raise TrainingError(
                f"games is {recipe.games}; it may be {len(recipe.variants)} or more, one for each variant"
            )
        folder.mkdir(parents=True, exist_ok=True)
        found = read_checkpoint(folder)
        if found is not None:
            _require_same(found, recipe, facts_of(game), folder)
        size = NetSize(features_of(game).LAYOUT.size, game.rules.ACTIONS, recipe.width, recipe.layers)
        if found is None:
            self.input_scale, self.value_scale = measure_scales(game, recipe.variants, recipe.seed)
            self.decisions, self.seconds, self._rounds = 0, 0.0, 0
        else:
            self.input_scale, self.value_scale = found.input_scale, float(found.progress["value_scale"])
            self.decisions, self.seconds = int(found.progress["decisions"]), float(found.progress["seconds"])
            self._rounds = int(found.progress["rounds"])
        self.learner = _make_learner(recipe, size, self.input_scale)
        if found is not None:
            self.learner.load(found.weights, found.moments, found.steps)

    @property
    def over(self) -> bool:
        """Whether as many decisions were taken as the recipe asks for."""
        return self.decisions >= self.recipe.decisions

    def run(self, minutes: float = float("inf")) -> Iterator[TrainingProgress]:
        """Play and learn until the recipe is fulfilled or the time is over; yield after each round of both.

        The checkpoint is written every minute and when this ends, however it ends.
        """
        environment = self._environment(self.recipe.games, self.recipe.seed + 1 + self._rounds)
        judged = self._environment(min(_JUDGED, self.recipe.games), 0)
        scale = 1.0 / (self.learner.wrap(environment.seats_of_rows) * self.value_scale)
        player = SelfPlay(self.learner, environment, self.recipe.stretch, scale)
        begin = saved = self._clock.monotonic()
        try:
            while not self.over and self._clock.monotonic() - begin < minutes * 60:
                yield self._round(player, judged)
                if self._clock.monotonic() - saved > _SAVE_AFTER:
                    self.save()
                    saved = self._clock.monotonic()
        finally:
            self.save()

    def save(self) -> None:
        """Write the checkpoint."""
        progress = {
            "decisions": self.decisions,
            "seconds": self.seconds,
            "rounds": self._rounds,
            "value_scale": self.value_scale,
            "facts": facts_of(self.game),
        }
        checkpoint_of(self.learner, self.recipe.as_json(), progress, self.input_scale).save(self.folder)

    def _round(self, player: SelfPlay, judged: Any) -> TrainingProgress:
        """Play, learn from it, and now and then measure."""
        self.learner.seed((self.recipe.seed * 1_000_003 + self._rounds) % _SEEDS)
        begin = self._clock.monotonic()
        experience = player.play()
        taught = int(experience.counts.sum())  # a GPU has done all that was asked of it when it tells a number
        between = self._clock.monotonic()
        rates, batches = self._rates(), experience.batches(self.learner, self.recipe.batch)
        losses = [self.learner.learn(batch, rates) for batch in batches]
        mean = [float(sum(each)) / len(losses) for each in zip(*losses, strict=True)] or [0.0] * len(fields(Losses))
        end = self._clock.monotonic()
        before, done = self.decisions, experience.seat.shape[0] * experience.seat.shape[1]
        self.decisions, self.seconds, self._rounds = before + done, self.seconds + end - begin, self._rounds + 1
        part = _MEASURED / self.recipe.decisions
        measures = before == 0 or self.over or int(before * part) < int(self.decisions * part)
        leads = {name: self._lead(judged, name) for name in OPPONENTS} if measures else None
        told = TrainingProgress(
            self.decisions,
            self.seconds,
            done / max(between - begin, _MOMENT),
            taught / max(end - between, _MOMENT),
            Losses(*mean),
            leads,
        )
        with (self.folder / LOG).open("a", encoding="utf-8") as log:
            log.write(json.dumps(asdict(told)) + "\n")
        return told

    def _lead(self, judged: Any, opponent: str) -> float:
        return lead_over(self.learner, judged, opponent, _JUDGED_DECISIONS)

    def _rates(self) -> Rates:
        left = 1 - min(1.0, self.decisions / self.recipe.decisions)
        return Rates(self.recipe.learning_rate * max(0.05, left), self.recipe.entropy * max(0.1, left))

    def _environment(self, games: int, seed: int) -> Any:
        variants: Any = list(self.recipe.variants)
        make: Callable[..., Any] = VectorEnvironment
        if self.recipe.device == "cuda":
            from stammtisch.batch.cuda_steps import CudaEnvironment  # noqa: PLC0415  # there may be no GPU

            make = CudaEnvironment
        return make(self.game, variants, games=games, seed=seed, reward="worth", skip_forced=True)


def _make_learner(recipe: Recipe, size: NetSize, input_scale: Any) -> Learner:
    if recipe.device == "numpy":
        return NumpyLearner(size, input_scale, seed=recipe.seed)
    from stammtisch.learning.torch_learner import TorchLearner  # noqa: PLC0415  # there may be no PyTorch

    return TorchLearner(size, input_scale, device=recipe.device, seed=recipe.seed)


def _require_device(device: str) -> None:
    """Refuse what cannot be computed on, before anything is done."""
    if device == "numpy":
        return
    with extra("train", "and `--on numpy` trains a small net without it"):
        import torch  # noqa: PLC0415
    if device == "cuda" and not torch.cuda.is_available():
        raise TrainingError(
            "there is no GPU that PyTorch can use; train with `--on cpu`, or a small net with `--on numpy`"
        )


def _require_same(found: Checkpoint, recipe: Recipe, facts: Mapping[str, Any], folder: Path) -> None:
    """Refuse to go on with another recipe or other rules; only where it runs, and for how long, may differ."""
    asked, there = recipe.as_json(), dict(found.recipe)
    differs = [name for name in asked if name not in ("device", "decisions") and asked[name] != there.get(name)]
    if differs:
        told = ", ".join(f"{name} is {asked[name]!r} and was {there.get(name)!r}" for name in differs)
        raise TrainingError(f"the training in {folder} has another recipe: {told}; ask for the same, or another folder")
    if found.progress.get("facts") != facts:
        raise TrainingError(f"the training in {folder} was begun on other rules or observations; begin anew elsewhere")

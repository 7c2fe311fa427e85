"""What a net has lived through in many games, and what each decision led to.

Games need not be in step: whoever is asked in a game decides, and what a decision led to is told to its seat by the
rewards up to its next one. Returns are those of TD(λ) by seat (Sutton, 1988), from its end backwards; a stretch of a
game ends where it is settled, such as with a round. Decisions after which their seat was not asked again and nothing
was settled teach nothing yet, and are left out. Who was ahead then is told to all decisions before it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from stammtisch.learning.learner import Learner

LAMBDA: Final = 0.95
UNSETTLED: Final = -1.0  # who will be ahead is not known yet
_OVER: Final = (1, 2, 3)  # how a game stands that another one follows
_SMALL: Final = 1e-8


@dataclass
class Experience:
    """So many decisions in each of so many games: arrays by decision, then by game."""

    seat: Any
    observation: Any
    mask: Any
    action: Any
    log_chance: Any
    value: Any
    returns: Any
    ahead: Any  # whether the seat was ahead when the game was next settled, shared if others were level; or UNSETTLED
    counts: Any  # whether a decision teaches anything

    @classmethod
    def blank(cls, learner: Learner, decisions: int, games: int) -> Experience:
        """Return room for so many decisions in each game."""
        shape = decisions, games
        return cls(
            seat=learner.zeros(shape, "int64"),
            observation=learner.zeros((*shape, learner.size.inputs), "int8"),
            mask=learner.zeros((*shape, learner.size.actions), "int8"),
            action=learner.zeros(shape, "int64"),
            log_chance=learner.zeros(shape, "float32"),
            value=learner.zeros(shape, "float32"),
            returns=learner.zeros(shape, "float32"),
            ahead=learner.zeros(shape, "float32"),
            counts=learner.zeros(shape, "bool"),
        )

    def batches(self, learner: Learner, size: int) -> Iterator[dict[str, Any]]:
        """Yield what is learnt from, in random order, in batches of about this size; none if nothing teaches."""
        flat = {name: getattr(self, name).reshape(-1, *getattr(self, name).shape[2:]) for name in _LEARNT}
        counted = self.counts.reshape(-1).nonzero()
        rows = counted[0] if isinstance(counted, tuple) else counted[:, 0]  # NumPy and PyTorch differ here
        if len(rows) == 0:
            return
        advantage = (self.returns - self.value).reshape(-1)
        advantage = advantage - advantage[rows].mean()
        advantage = advantage / ((advantage[rows] ** 2).mean() ** 0.5 + _SMALL)  # `std` of PyTorch needs two rows
        rows = learner.shuffled(rows)
        for begin in range(0, max(len(rows) - size // 2, 1), size):
            chosen = rows[begin : begin + size]
            yield {name: array[chosen] for name, array in flat.items()} | {"advantage": advantage[chosen]}


_LEARNT: Final = ("observation", "mask", "action", "log_chance", "returns", "ahead")


class SelfPlay:
    """Lets a net play all seats of all games of an environment, and tells what came of it."""

    def __init__(self, learner: Learner, environment: Any, decisions: int, reward_scale: Any) -> None:
        """Get ready.

        Args:
            learner: The net.
            environment: A `VectorEnvironment` or a `CudaEnvironment` with rewards by worth.
            decisions: How many are taken in each game before the net learns from them.
            reward_scale: By game: what one point of worth counts.
        """
        self._learner, self._environment = learner, environment
        self.experience = Experience.blank(learner, decisions, environment.games)
        self._rewards = learner.zeros((decisions, environment.games, environment.seats), "float32")
        self._ended = learner.zeros((decisions, environment.games), "bool")
        self._scale = reward_scale[:, None]
        device = self.experience.value.device
        self._rows = learner.arrays.arange(environment.games, device=device)
        seats = learner.arrays.arange(environment.seats, device=device)
        self._there = seats[None, :] < learner.wrap(environment.seats_of_rows)[:, None]
        self._standing = learner.zeros((environment.games, environment.seats), "float32")
        self._ahead = learner.zeros((decisions, environment.games, environment.seats), "float32")

    def play(self) -> Experience:
        """Take the decisions, and return what they led to."""
        done, environment = self.experience, self._environment
        for number in range(len(done.seat)):
            seat, observation, mask = looked_at(self._learner, environment)
            done.seat[number], done.observation[number], done.mask[number] = seat, observation, mask
            action, done.log_chance[number], done.value[number] = self._learner.act(
                done.observation[number], done.mask[number]
            )
            done.action[number] = action
            environment.step(action)
            self._rewards[number] = self._learner.wrap(environment.rewards) * self._scale
            self._ended[number] = self._learner.wrap(environment.ended) != 0
            self._ahead[number] = self._who_is_ahead()
        self._look_back()
        return done

    def _who_is_ahead(self) -> Any:
        """Return by game and seat whether it is ahead by all that it was paid so far, shared if others are level."""
        arrays, ended = self._learner.arrays, self._learner.wrap(self._environment.ended)[:, None]
        standing = self._standing + self._learner.wrap(self._environment.rewards)
        most = arrays.amax(arrays.where(self._there, standing, -float("inf")), 1)[:, None]
        first = self._there & (standing == most)
        over = (ended == _OVER[0]) | (ended == _OVER[1]) | (ended == _OVER[2])
        self._standing = arrays.where(over, 0.0, standing)
        return first / first.sum(1)[:, None]

    def _look_back(self) -> None:
        """Fill in the returns, from the last decision to the first."""
        done, rows, where = self.experience, self._rows, self._learner.arrays.where
        tail = self._learner.zeros(tuple(self._rewards.shape[1:]), "float32")  # by seat: what comes after this decision
        known = self._learner.zeros(tuple(self._rewards.shape[1:]), "bool")
        ahead = self._learner.zeros(tuple(self._rewards.shape[1:]), "float32") + UNSETTLED
        for number in range(len(done.seat) - 1, -1, -1):
            ended, seat = self._ended[number][:, None], done.seat[number]
            tail = where(ended, 0.0, tail) + self._rewards[number]
            known = known | ended
            ahead = where(ended, self._ahead[number], ahead)
            follows, value = tail[rows, seat], done.value[number]
            done.returns[number], done.counts[number] = follows, known[rows, seat]
            done.ahead[number] = ahead[rows, seat]
            tail[rows, seat] = where(done.counts[number], (1 - LAMBDA) * value + LAMBDA * follows, value)
            known[rows, seat] = True


def looked_at(learner: Learner, environment: Any) -> tuple[Any, Any, Any]:
    """Return who is asked in each game, what that seat knows and what it may do."""
    return learner.wrap(environment.seat), learner.wrap(environment.observation), learner.wrap(environment.action_mask)

"""What decisions led to, worked out by hand: returns by seat, settled ends, and who was ahead then."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
import pytest
from numpy.typing import NDArray

from stammtisch.learning.experience import LAMBDA, UNSETTLED, Experience, SelfPlay
from stammtisch.learning.learner import NetSize
from stammtisch.learning.numpy_learner import NumpyLearner

RUNNING, OVER, BROKEN_OFF, FORFEITED, SETTLED = range(5)
SEATS: Final = 3


@dataclass
class Step:
    """Who is asked in each game, what the net expects there, what is paid for it, and how the game then stands."""

    seat: Sequence[int]
    value: Sequence[int]
    paid: Sequence[Sequence[float]]
    ended: Sequence[int]


@dataclass
class Scripted:
    """Games whose steps are written down."""

    steps: Sequence[Step]
    seats_of_rows: NDArray[np.int64]
    seats: int = SEATS
    done: int = 0
    taken: list[list[int]] = field(default_factory=list)

    @property
    def games(self) -> int:
        """How many are played side by side."""
        return len(self.seats_of_rows)

    @property
    def seat(self) -> Any:
        """Who is asked."""
        return np.array(self.steps[self.done].seat)

    @property
    def observation(self) -> Any:
        """What the net will say."""
        return np.array(self.steps[self.done].value, np.int8)[:, None]

    @property
    def action_mask(self) -> Any:
        """The second of two actions."""
        return np.tile(np.array([0, 1], np.int8), (self.games, 1))

    @property
    def rewards(self) -> Any:
        """What the last step brought."""
        return np.array(self.steps[self.done - 1].paid, np.float32)

    @property
    def ended(self) -> Any:
        """How games stand after it."""
        return np.array(self.steps[self.done - 1].ended, np.int8)

    def step(self, actions: Any) -> None:
        """Go on as it is written."""
        self.taken.append(actions.tolist())
        self.done += 1


def a_learner() -> NumpyLearner:
    """Return a net that expects what it observes."""
    learner = NumpyLearner(NetSize(inputs=1, actions=2, width=1, layers=0), np.ones(1, np.float32), seed=0)
    ones = {name: np.ones_like(learner.weights()[name]) for name in ("first", "value")}
    learner.load({name: np.zeros_like(array) for name, array in learner.weights().items()} | ones, {}, 0)
    return learner


def alone(seat: int, value: int, paid: Sequence[float], ended: int = RUNNING) -> Step:
    return Step([seat], [value], [[*paid, 0.0]], [ended])


def play(steps: Sequence[Step], *, seats: Sequence[int] = (2,), scale: float = 1.0) -> tuple[SelfPlay, Scripted]:
    environment = Scripted(steps, np.array(seats))
    return SelfPlay(a_learner(), environment, len(steps), np.full(len(seats), scale)), environment


ROUND: Final = [
    alone(0, 1, (1, -1)),
    alone(1, 2, (0, 0)),
    alone(0, 3, (2, -2), SETTLED),
    alone(1, 4, (-1, 1)),
    alone(0, 5, (0, 0)),
    alone(1, 6, (0, 3)),
]


def test_what_a_decision_led_to_is_told_by_seat_up_to_where_it_is_settled() -> None:
    found = play(ROUND)[0].play()

    assert LAMBDA == 0.95
    assert found.value[:, 0].tolist() == [1, 2, 3, 4, 5, 6]
    assert found.counts[:, 0].tolist() == [True, True, True, True, False, False]
    assert found.returns[:4, 0].tolist() == pytest.approx(
        [
            1 + 0 + (0.05 * 3 + 0.95 * 2),  # up to the seat's next decision, and what that was expected and led to
            0 - 2,  # settled before it was asked again
            2,
            1 + 0 + 6,  # what its next decision led to is not known, only what was expected
        ]
    )


def test_who_was_ahead_when_it_was_settled_is_told_to_all_decisions_before() -> None:
    found = play(ROUND)[0].play()

    assert found.ahead[:, 0].tolist() == [1, 0, 1, UNSETTLED, UNSETTLED, UNSETTLED]


def test_a_point_counts_as_much_as_it_is_said_to_and_who_is_ahead_does_not_change() -> None:
    whole, half = play(ROUND)[0].play(), play(ROUND, scale=0.5)[0].play()

    assert half.returns[2, 0] == whole.returns[2, 0] / 2 == 1
    assert half.returns[0, 0] == pytest.approx(0.5 + 0.05 * 3 + 0.95 * 1)
    assert half.ahead.tolist() == whole.ahead.tolist()


def test_a_match_that_goes_on_is_remembered_in_the_next_stretch_and_forgotten_when_it_is_over() -> None:
    more = [alone(0, 0, (-2, 0.5), OVER), alone(1, 0, (0, 0), OVER), alone(1, 0, (4, 0)), alone(0, 0, (0, 0))]
    player, _ = play([*ROUND, *more, *2 * [alone(0, 0, (0, 0))]])
    shorter = SelfPlay(a_learner(), player._environment, 6, np.ones(1))
    shorter.play()  # after it one leads by 2 to 1
    found = shorter.play()

    assert found.ahead[:, 0].tolist() == [0, 0.5, *4 * [UNSETTLED]]  # 0 to 1.5; then both have nothing, and share it


@pytest.mark.parametrize(
    ("ended", "forgotten"), [(OVER, True), (BROKEN_OFF, True), (FORFEITED, True), (SETTLED, False)]
)
def test_another_game_follows_unless_one_is_only_settled(ended: int, *, forgotten: bool) -> None:
    steps = [alone(0, 0, (3, 0), ended), alone(0, 0, (0, 1), SETTLED)]
    found = play(steps)[0].play()

    assert found.ahead[:, 0].tolist() == [1, 0 if forgotten else 1]


def test_seats_that_are_not_there_are_never_ahead_and_games_do_not_touch_each_other() -> None:
    steps = [
        Step([0, 2], [0, 0], [[-1, -3, 0], [-1, -1, -1]], [RUNNING, SETTLED]),
        Step([1, 0], [0, 0], [[0, 0, 0], [0, 1, 2]], [OVER, OVER]),
    ]
    found = play(steps, seats=(2, 3))[0].play()

    assert found.ahead.tolist() == [[1, pytest.approx(1 / 3)], [0, 0]]
    assert found.returns.tolist() == [[-1, -1], [0, 0]]
    assert found.counts.all()


def test_what_was_seen_and_done_is_kept() -> None:
    player, environment = play(ROUND)
    found = player.play()

    assert found.seat[:, 0].tolist() == [0, 1, 0, 1, 0, 1]
    assert found.action.tolist() == environment.taken == [[1]] * 6
    assert found.log_chance[:, 0].tolist() == [0] * 6  # there was no choice
    assert found.mask.shape == (6, 1, 2)


def test_batches_hold_every_decision_that_teaches_once_and_advantages_that_are_even() -> None:
    found = play(ROUND)[0].play()
    batches = list(found.batches(a_learner(), 2))
    taught = np.concatenate([batch["returns"] for batch in batches])
    advantage = np.concatenate([batch["advantage"] for batch in batches])

    assert [len(batch["action"]) for batch in batches] == [2, 2]
    assert sorted(taught.tolist()) == sorted(found.returns[:4, 0].tolist())
    assert advantage.mean() == pytest.approx(0, abs=1e-6)
    assert advantage.std() == pytest.approx(1, abs=1e-6)


def test_of_a_stretch_in_which_nothing_came_of_anything_nothing_is_learnt() -> None:
    found = play([alone(0, 1, (0, 0)), alone(1, 1, (0, 0))])[0].play()

    assert not found.counts.any()
    assert list(found.batches(a_learner(), 2)) == []


@pytest.mark.parametrize(("rows", "sizes"), [(1, [1]), (10, [4, 4]), (9, [4, 4]), (11, [4, 4, 3]), (3, [3])])
def test_a_batch_is_about_as_large_as_asked_for(rows: int, sizes: list[int]) -> None:
    learner = a_learner()
    experience = Experience.blank(learner, rows, 1)
    experience.counts[:] = True
    experience.returns[:, 0] = np.arange(rows)
    batches = list(experience.batches(learner, 4))

    assert [len(batch["returns"]) for batch in batches] == sizes
    assert all(np.isfinite(batch["advantage"]).all() for batch in batches)

"""How strong a net is while it learns: one seat of each game against fixed opponents, on deals of their own."""

from __future__ import annotations

from typing import Any, Final

from stammtisch.learning.experience import looked_at
from stammtisch.learning.learner import Learner

OPPONENTS: Final = ("random", "easy")
_DEALS: Final = 999_000_000  # the seed of these deals: no training has it


def lead_over(learner: Learner, environment: Any, opponent: str, decisions: int) -> float:
    """Return by how much worth, on average of all seats, the net is better than the mean of all at its table.

    Args:
        learner: The net, which takes what it thinks best.
        environment: Games with rewards by worth; in each row it plays one seat, another in the next.
        opponent: Who plays the others: `random`, or `easy`, which are the rules of thumb.
        decisions: How many are taken in each game.

    Returns:
        The worth that it won in a stretch that was settled, divided by the number of seats, so that games of different
        sizes can be added up: in a game of points, by how many it was below the average of all.
    """
    arrays = learner.arrays
    environment.reset(seed=_DEALS)
    seats = learner.wrap(environment.seats_of_rows)
    rows = arrays.arange(environment.games, device=seats.device)
    own = rows % seats
    won = learner.zeros((environment.games,), "float32")
    stretches = learner.zeros((environment.games,), "float32")
    unsettled = learner.zeros((environment.games,), "float32")
    for _ in range(decisions):
        seat, observation, mask = looked_at(learner, environment)
        best, _, _ = learner.act(observation, mask, greedy=True)
        other = environment.suggest_actions() if opponent == "easy" else environment.draw_actions()
        environment.step(arrays.where(seat == own, best, learner.wrap(other)))
        paid = learner.wrap(environment.rewards)
        unsettled = unsettled + (paid[rows, own] - paid.sum(1) / seats) / seats  # worth need not add up to nothing
        ended = learner.wrap(environment.ended) != 0
        won = won + arrays.where(ended, unsettled, 0.0)
        stretches = stretches + arrays.where(ended, 1.0, 0.0)
        unsettled = arrays.where(ended, 0.0, unsettled)
    return float(won.sum() / max(float(stretches.sum()), 1.0))

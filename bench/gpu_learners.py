"""What `scripts/bench gpu` measures of one learner at each table: its decisions, with all that others do in between.

A step asks one seat in each game. Where that is the learner it takes the first legal action, which costs nearly
nothing; the others play at random, by rules of thumb or as a net says, in compiled code too. They are asked in all
games, since nothing on a GPU is saved by leaving some out. It goes by what a batch on a CPU and one on a GPU share.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

LEARNER: Final = 0  # its seat
OPPONENTS: Final = ("random", "easy", "its net")


def opponents(environment: Any, net: Any) -> dict[str, Callable[[], Any]]:
    """Return what says in every game what an opponent does, by its name; a net is one that the environment takes."""
    asked = environment.draw_actions, environment.suggest_actions, partial(environment.net_actions, net)
    return dict(zip(OPPONENTS, asked, strict=True))


def decisions(
    environment: Any, others: Callable[[], Any], steps: int, library: Any, shown: Callable[[Any], Any]
) -> int:
    """Take so many steps in every game, and return how many decisions of learners these were.

    Args:
        environment: The games.
        others: What opponents do, in every game.
        steps: How many.
        library: NumPy or PyTorch.
        shown: Returns an array of the environment as the library's.
    """
    taken = 0
    for _ in range(steps):
        own = shown(environment.seat) == LEARNER
        taken += own.sum()
        environment.step(library.where(own, shown(environment.action_mask).argmax(1), shown(others())))
    return int(taken)

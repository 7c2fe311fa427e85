"""A search for settings that reach goals, where there are too many to play all: by optuna, one setting after another.

Which setting comes next follows from the seed and from what was measured of those before; so the same search asks for
the same settings, finds what was played in the folder, and goes on behind it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import prod
from random import Random
from typing import Any, Final

from stammtisch.errors import extra
from stammtisch.study.plan import StudyPlan

Play = Callable[[int], Sequence[float] | None]  # a cell; returns how far each goal is missed, if that can be measured
_AGAIN: Final = 10  # times in a row that optuna may come back to what was played, before chance chooses
_SEEDS: Final = 1 << 32


def require_optuna() -> Any:
    """Return the library.

    Raises:
        MissingExtra: It is not installed.
    """
    with extra("scale"):
        import optuna  # noqa: PLC0415  # only searches need it
    return optuna


def search(plan: StudyPlan, trials: int, play: Play) -> Iterator[int]:
    """Play up to so many different cells of a plan, the first one first; yield each when it has been played.

    Whoever has what was wanted stops asking.

    Raises:
        MissingExtra: There is no optuna.
    """
    optuna = require_optuna()
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    study = optuna.create_study(
        directions=["minimize"] * len(plan.goals), sampler=optuna.samplers.TPESampler(seed=plan.seed % _SEEDS)
    )
    ways, chance = _distributions(plan, optuna), Random(plan.seed)
    known, again = dict[int, Sequence[float] | None](), 0
    study.enqueue_trial(_parameters(plan, 0))
    while len(known) < min(trials, len(plan.cells)):
        trial = study.ask(ways)
        cell = _cell_of(plan, trial.params)
        new = cell not in known
        if new:
            known[cell] = play(cell)
        if known[cell] is None:
            study.tell(trial, state=optuna.trial.TrialState.FAIL)
        else:
            study.tell(trial, known[cell])
        if new:
            again = 0
            yield cell
        else:
            again += 1
            if again % _AGAIN == 0:
                left = [number for number in range(len(plan.cells)) if number not in known]
                study.enqueue_trial(_parameters(plan, chance.choice(left)))


def _distributions(plan: StudyPlan, optuna: Any) -> dict[str, Any]:
    """Return what each thing that is varied may be, by the numbers of its values: whole numbers have an order."""
    found = {}
    for place, size in enumerate(plan.sizes):
        step = prod(plan.sizes[place + 1 :])
        values = [plan.cells[number * step].varied[place][1] for number in range(size)]
        whole = [value for value in values if type(value) is int]
        ordered = len(whole) == size and whole == sorted(whole)
        if ordered:
            found[_name(place)] = optuna.distributions.IntDistribution(0, size - 1)
        else:
            found[_name(place)] = optuna.distributions.CategoricalDistribution(range(size))
    return found


def _parameters(plan: StudyPlan, cell: int) -> dict[str, int]:
    """Return the numbers of the values of a cell."""
    found = {}
    for place, size in reversed(list(enumerate(plan.sizes))):
        cell, found[_name(place)] = divmod(cell, size)
    return found


def _cell_of(plan: StudyPlan, parameters: dict[str, int]) -> int:
    cell = 0
    for place, size in enumerate(plan.sizes):
        cell = cell * size + parameters[_name(place)]
    return cell


def _name(place: int) -> str:
    return f"varied {place}"

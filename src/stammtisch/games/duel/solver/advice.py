"""What perfect play says to a seat: how often it takes each action, and what each of them is worth.

Everything is said from a view, so nothing here knows more than the seat that asks.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Final

import numpy as np

from stammtisch.games.duel.rules import CROWN, HIDE, LANES, TURN, Options, Phase, State
from stammtisch.games.duel.solver.rounds import ORDERS, Position
from stammtisch.games.duel.solver.solution import Plan, find_solution
from stammtisch.kernel.bits import count_in, has_in
from stammtisch.kernel.seats import NONE

_EQUAL: Final = 1e-12  # queens whose chances differ by less are equally good


def action_chances(v: State, o: Options) -> dict[int, float]:
    """Return how often perfect play takes each action, for the seat that has this view and has to decide.

    Where it would never have come to, since somebody else decided before, it takes the action that is best there.
    """
    weights = _weights(v, o)
    if not weights:
        prospects = action_prospects(v, o)
        weights = {max(prospects, key=lambda action: prospects[action]): 1.0}
    whole = sum(weights.values())
    return {action: weight / whole for action, weight in weights.items()}


def action_prospects(v: State, o: Options) -> dict[int, float]:
    """Return the chance to win of the seat that has this view, by action, if all else is played perfectly."""
    if v.phase == Phase.GUESS:
        return _worth_of_turning(v, o)
    solution, lanes = find_solution(o), lanes_before(v)
    plans = {queen: plan for queen, plan in solution.plans(lanes).items() if v.queen in (NONE, queen)}
    by_red = {
        queen: solution.payoffs(lanes, queen) @ [plan.turning.get(order, 0.0) for order in ORDERS]
        for queen, plan in plans.items()
    }
    prospects = dict[int, float]()
    if v.red == NONE:
        prospects = {HIDE + lane: float(max(wins[lane] for wins in by_red.values())) for lane in range(LANES)}
    if o.royal and v.queen == NONE:
        for queen, plan in plans.items():
            prospects[CROWN + queen] = plan.value if v.red == NONE else float(by_red[queen][v.red])
    return prospects


def lanes_before(v: State) -> Position:
    """Return where the cockroaches were when the round began, as its bluffer saw them: above 0 if they were near."""
    towards = 1 if v.bluffer == 1 else -1
    come = [has_in(v.turned, lane) * (2 if lane == v.queen else 1) for lane in range(LANES)]
    return tuple(v.roach[lane] * towards + come[lane] for lane in range(LANES))


def _weights(v: State, o: Options) -> dict[int, float]:
    """Return the actions of the equilibrium; none where it does not lead to."""
    solution, lanes = find_solution(o), lanes_before(v)
    if v.phase == Phase.GUESS:
        return _turns_after(solution.plan(lanes, v.queen), v.turned)
    if v.queen != NONE or not o.royal:
        return {HIDE + lane: part for lane, part in enumerate(solution.plan(lanes, v.queen).hiding) if part}
    if v.red != NONE:
        return {}
    plans = solution.plans(lanes)
    most = max(plan.value for plan in plans.values())
    return {CROWN + queen: 1.0 for queen, plan in plans.items() if plan.value > most - _EQUAL}


def _turns_after(plan: Plan, turned: int) -> dict[int, float]:
    """Return how often each tile is the next to be turned, if these are open."""
    weights = defaultdict[int, float](float)
    for order, part in plan.turning.items():
        if _begins_with(order, turned):
            weights[TURN + order[count_in(turned)]] += part
    return dict(weights)


def _worth_of_turning(v: State, o: Options) -> dict[int, float]:
    """Return the guesser's chance to win by the next tile, from where a perfect bluffer hides the red one."""
    solution, lanes = find_solution(o), lanes_before(v)
    covered = np.array([not has_in(v.turned, lane) for lane in range(LANES)])
    belief = covered * solution.plan(lanes, v.queen).hiding
    belief = belief / belief.sum() if belief.any() else covered / covered.sum()
    lost = belief @ solution.payoffs(lanes, v.queen)
    prospects = dict[int, float]()
    for number, order in enumerate(ORDERS):
        if _begins_with(order, v.turned):
            action = TURN + order[count_in(v.turned)]
            prospects[action] = max(prospects.get(action, 0.0), 1.0 - float(lost[number]))
    return prospects


def _begins_with(order: Position, turned: int) -> bool:
    """Whether the open tiles are the first ones of an order."""
    return all(has_in(turned, lane) for lane in order[: count_in(turned)])

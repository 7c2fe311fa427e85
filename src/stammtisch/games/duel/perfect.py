"""The bot that plays a duel perfectly: nobody wins more often against it than the position allows."""

from __future__ import annotations

from collections import defaultdict
from typing import Final

import numpy as np

from stammtisch.core.game import Game
from stammtisch.games.duel.rounds import ORDERS, Position
from stammtisch.games.duel.rules import CROWN, HIDE, LANES, TURN, Options, Phase, State
from stammtisch.games.duel.solution import Plan, find_solution
from stammtisch.kernel.bits import count_in, has_in
from stammtisch.kernel.chance import CHOICES, STREAM_LENGTH, draw, open_stream
from stammtisch.kernel.seats import NONE

_SEATS: Final = 64  # as for other bots, so that no two seats share a stream
_WHOLE: Final = (1 << 31) - 1
_EQUAL: Final = 1e-12  # queens whose chances differ by less are equally good


class PerfectBot:
    """Draws its actions with the chances of the equilibrium."""

    def __init__(self, game: Game) -> None:
        assert game.NAME == "duel", "it has solved no other game"

    def choose(self, view: State, options: Options, seat: int, seed: int, number: int) -> list[int]:
        """Return an action that the seed fixes: the same for the same view and step number."""
        stream = [0] * STREAM_LENGTH
        open_stream(stream, seed, CHOICES, number * _SEATS + seat)
        rest = draw(stream, _WHOLE) / _WHOLE
        chances = action_chances(view, options)
        for action, chance in chances.items():
            rest -= chance
            if rest < 0:
                return [action]
        return [max(chances, key=lambda action: chances[action])]  # the parts may miss the whole by the last digit


def action_chances(v: State, o: Options) -> dict[int, float]:
    """Return how often perfect play takes each action, for the seat that has this view and has to decide.

    Where it would never have come to, since somebody else decided before, it takes the action that is best there.
    """
    plans = find_solution(o).plans(lanes_before(v))
    if v.phase == Phase.GUESS:
        weights = _turns_after(plans[v.queen], v.turned)
    elif v.queen != NONE or not o.royal:
        weights = {HIDE + lane: part for lane, part in enumerate(plans[v.queen].hiding) if part}
    elif v.red == NONE:
        most = max(plan.value for plan in plans.values())
        weights = {CROWN + queen: 1.0 for queen, plan in plans.items() if plan.value > most - _EQUAL}
    else:
        weights = {}
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
    prospects = {}
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
    belief = covered * solution.plans(lanes)[v.queen].hiding
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

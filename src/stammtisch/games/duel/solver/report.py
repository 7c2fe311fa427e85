"""What `stammtisch solve duel` tells: the value of a position, how both sides mix there, and the proof of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from rich.box import SIMPLE_HEAD
from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from stammtisch.core.language import Say
from stammtisch.errors import StammtischError
from stammtisch.games.duel.rules import GREENS, LANES, Options
from stammtisch.games.duel.solver.advice import action_chances
from stammtisch.games.duel.solver.certificate import certify
from stammtisch.games.duel.solver.equilibrium import Progress
from stammtisch.games.duel.solver.rounds import Position
from stammtisch.games.duel.solver.solution import Plan, find_solution

_PROVED: Final = 1e-9


@dataclass(frozen=True)
class Account:
    """Perfect play in one position, and how far it is proved for all of them."""

    options: Options
    lanes: Position  # as the bluffer sees the cockroaches: above 0 if they are near
    value: float  # the bluffer's chance to win
    plans: dict[int, Plan]  # by queen
    gains: tuple[float, float]  # of the best guesser and the best bluffer against it

    @property
    def proved(self) -> bool:
        """Whether nobody can gain anything worth the name."""
        return max(self.gains) < _PROVED

    def as_json(self) -> dict[str, object]:
        """Return everything as JSON; lanes are numbered 1 to 4, as in the notation."""
        guesser, bluffer = self.gains
        return {
            "royal": bool(self.options.royal),
            "spaces": self.options.spaces,
            "at": list(self.lanes),
            "value": self.value,
            "rounds": [_plan_as_json(queen, plan) for queen, plan in self.plans.items()],
            "gain": {"guesser": guesser, "bluffer": bluffer},
            "proved": self.proved,
        }

    def tell(self, say: Say) -> Iterator[RenderableType]:
        """Say everything, sentence by sentence and table by table."""
        yield Text(self._board(say), "bold")
        places = ", ".join(map(str, self.lanes))
        yield say("The bluffer sees the cockroaches at {places}; above 0 is nearer to the bluffer.", places=places)
        chance = _percent(self.value, 4, say)
        yield say("If both play perfectly, the bluffer wins {chance} of all games.", chance=chance)
        yield self._hiding(say)
        yield self._turning(say)
        guesser, bluffer = (f"{gain:.1e}" for gain in self.gains)
        yield say(
            "Certificate: the best answer to this play gains {guesser} as a guesser and {bluffer} as a bluffer, "
            "at most, anywhere on this board.",
            guesser=guesser,
            bluffer=bluffer,
        )
        if not self.proved:
            yield Text(say("That is too much: this play is not perfect."), "bold red")

    def _board(self, say: Say) -> str:
        spaces = self.options.spaces
        if self.options.royal:
            return say.count("Royal, {number} space on either side", "Royal, {number} spaces on either side", spaces)
        return say.count(
            "Base game, {number} space on either side", "Base game, {number} spaces on either side", spaces
        )

    def _hiding(self, say: Say) -> Grid:
        grid = Grid(box=SIMPLE_HEAD, pad_edge=False, title=say("Where the red tile lies"), title_justify="left")
        if self.options.royal:
            grid.add_column(say("queen in lane"), justify="right")
        for lane in range(LANES):
            grid.add_column(say("lane {lane}", lane=lane + 1), justify="right")
        grid.add_column(say("bluffer wins"), justify="right")
        best = max(plan.value for plan in self.plans.values())
        for queen, plan in self.plans.items():
            cells = [_percent(part, 2, say) for part in plan.hiding] + [_percent(plan.value, 4, say)]
            crown = [str(queen + 1)] if self.options.royal else []
            grid.add_row(*crown, *cells, style="" if plan.value > best - _PROVED else "dim")
        return grid

    def _turning(self, say: Say) -> Grid:
        grid = Grid(box=SIMPLE_HEAD, pad_edge=False, title=say("How tiles are turned until red"), title_justify="left")
        if self.options.royal:
            grid.add_column(say("queen in lane"), justify="right")
        grid.add_column(say("lanes in order"))
        grid.add_column(say("how often"), justify="right")
        for queen, plan in self.plans.items():
            crown = [str(queen + 1)] if self.options.royal else []
            for order, part in _by_part(plan):
                grid.add_row(*crown, ", ".join(map(str, order)), _percent(part, 2, say))
        return grid


def make_account(o: Options, at: str, solving: Progress, proving: Progress) -> Account:
    """Solve the game, prove the solution, and take out one position, such as `1,0,-2,3`; none is where games begin.

    Raises:
        StammtischError: The text is no position of this board.
    """
    lanes = _read_lanes(at, o) if at else (0,) * LANES
    solution = find_solution(o, solving)
    gains = certify(o, action_chances, solution.value, proving)
    return Account(o, lanes, solution.value(lanes), solution.plans(lanes), gains)


def _read_lanes(at: str, o: Options) -> Position:
    try:
        lanes = tuple(int(place) for place in at.split(","))
    except ValueError:
        lanes = ()
    if len(lanes) != LANES or max(map(abs, lanes)) > o.spaces:
        raise StammtischError(
            f"the position is {at[:80]!r}; it may be {LANES} numbers from -{o.spaces} to {o.spaces}, such as 1,0,-1,0"
        )
    return lanes


def _plan_as_json(queen: int, plan: Plan) -> dict[str, object]:
    return {
        "queen": queen + 1 if queen >= 0 else None,
        "value": plan.value,
        "hide": list(plan.hiding),
        "turn": [{"order": list(order), "chance": part} for order, part in _by_part(plan)],
    }


def _by_part(plan: Plan) -> list[tuple[tuple[int, ...], float]]:
    """Return the orders of turning by how often they are chosen; the fourth tile is never turned."""
    orders = [(tuple(lane + 1 for lane in order[:GREENS]), part) for order, part in plan.turning.items()]
    return sorted(orders, key=lambda one: (-one[1], one[0]))


def _percent(part: float, digits: int, say: Say) -> str:
    return f"{say.decimals(100 * part, digits)} %"

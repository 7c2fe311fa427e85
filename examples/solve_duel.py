"""The value of a duel with one space a side, from the solvers of OpenSpiel alone.

A duel may go on for ever, so its tree has no end. But where a round begins everything lies open: each round is a game
of its own, which is worth, where it ends with nobody's victory, what the next round is worth to whoever bluffs then.
So every position in which a round may begin becomes a small game of OpenSpiel whose leaves are worth what is known so
far, and all are solved again and again until nothing changes (value iteration for stochastic games; Shapley, 1953).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pyspiel

from stammtisch import Table
from stammtisch.adapters.openspiel import short_name
from stammtisch.adapters.spiel_terms import position_text
from stammtisch.games.duel.rules import LANES, Phase

Lanes = tuple[int, ...]  # where the cockroaches are, seen from whoever bluffs; which lane is which makes no difference
OPTIONS: dict[str, Any] = {"spaces": 1, "first_bluffer": 0}
STAGES = ((100, 1e-4), (1000, 5e-6))  # iterations of the solver, and the change at which a stage ends


@dataclass(frozen=True)
class Leaf:
    """Where a round ends: what that is worth to its bluffer, or the next round and 1 or -1 for whose it is."""

    worth: float
    following: Lanes | None = None


@dataclass(frozen=True)
class Choice:
    """Where somebody chooses."""

    seat: int
    knows: str
    ways: list[tuple[str, Choice | Leaf]]


def main() -> None:
    """Print the value, and the chance of whoever bluffs first."""
    value = solve()
    print(f"value {value:.6f}, chance of whoever bluffs first {(value + 1) / 2:.6f}")


def solve() -> float:
    """Return what a duel is worth to whoever bluffs first: 1 for victory, -1 for defeat."""
    start: Lanes = (0,) * LANES
    rounds = dict[Lanes, Choice | Leaf]()
    waiting = [start]
    while waiting:
        lanes = waiting.pop()
        if lanes not in rounds:
            rounds[lanes] = round_from(lanes)
            waiting += following(rounds[lanes])
    values = dict.fromkeys(rounds, 0.0)
    for iterations, least in STAGES:
        change = 1.0
        while change > least:
            change = 0.0
            for lanes, tree in rounds.items():
                value = value_of(tree, values, iterations)
                change = max(change, abs(value - values[lanes]))
                values[lanes] = value
    return values[start]


def round_from(lanes: Lanes) -> Choice | Leaf:
    """Return the tree of a round that begins so, as our adapter walks through it."""
    position = Table("duel", seed=0, **OPTIONS).position
    position.roach = list(lanes)
    terms = {**OPTIONS, "reward": "zero_sum", "position": position_text(position)}
    return _tree(pyspiel.load_game(short_name("duel"), terms).new_initial_state())


def _tree(state: Any) -> Choice | Leaf:
    if state.is_terminal():
        return Leaf(state.returns()[0])
    position = state.moment.position
    if state.moment.decisions > 0 and position.phase == Phase.BLUFF:
        towards = -1 if position.bluffer == 1 else 1  # the other one looks at the lanes from the other side
        return Leaf(towards, tuple(sorted(towards * roach for roach in position.roach)))
    seat = state.current_player()
    ways = [(state.action_to_string(seat, action), _tree(state.child(action))) for action in state.legal_actions()]
    return Choice(seat, state.information_state_string(seat), ways)


def following(tree: Choice | Leaf) -> Iterator[Lanes]:
    """Yield the rounds that may come next."""
    if isinstance(tree, Choice):
        for _, way in tree.ways:
            yield from following(way)
    elif tree.following is not None:
        yield tree.following


def value_of(tree: Choice | Leaf, values: dict[Lanes, float], iterations: int) -> float:
    """Return what a round is worth to its bluffer, by CFR+ (Tammelin, 2014), where the next ones are worth so much."""
    game = pyspiel.load_efg_game("\n".join(['EFG 2 R "round" { "bluffer" "guesser" } ""', *_lines(tree, values)]))
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    value: float = pyspiel.expected_returns(game.new_initial_state(), solver.average_policy(), -1, True)[0]  # noqa: FBT003
    return value


def _lines(tree: Choice | Leaf, values: dict[Lanes, float]) -> Iterator[str]:
    """Yield the lines of a game in Gambit's format, in which OpenSpiel reads games."""
    sets: list[dict[str, int]] = [{}, {}]
    leaves = 0
    ahead = [tree]
    while ahead:
        node = ahead.pop()
        if isinstance(node, Leaf):
            leaves += 1
            worth = node.worth if node.following is None else node.worth * values[node.following]
            yield f't "" {leaves} "" {{ {worth!r} {-worth!r} }}'
        else:
            number = sets[node.seat].setdefault(node.knows, len(sets[node.seat]) + 1)
            names = " ".join(f'"{name}"' for name, _ in node.ways)
            yield f'p "" {node.seat + 1} {number} "" {{ {names} }} 0'
            ahead += [way for _, way in reversed(node.ways)]


if __name__ == "__main__":
    main()

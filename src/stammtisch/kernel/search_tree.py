"""The tree of a search: a transposition table with a row for every action tried in an information set.

It knows no game. Actions are selected by UCB1 (Auer, Cesa-Bianchi and Fischer, 2002), with the availability counts of
ISMCTS (Cowling, Powley and Whitehouse, 2012) in place of the visits of the parent. Rows are kept by open addressing in
memory of a fixed size; three quarters of them may be filled.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Final

from stammtisch.kernel.bits import count, nth
from stammtisch.kernel.chance import draw
from stammtisch.kernel.compile import kernel
from stammtisch.kernel.record import Row, Words

# The columns of the table, which has a row for each action of a node
KEY, VISITS, AVAILABILITY, WORTH = range(4)
# What is remembered beside it
ENTRIES, RESULTS, SUM, SQUARES = range(4)
# The parameters, in the order of `SearchSettings` in `bots/search_settings.py`
(
    ROLLOUT_HEURISTIC_PERCENT,
    TREE_HEURISTIC_PERCENT,
    RANDOM_OPPONENT_PERCENT,
    EXPLORATION_CONSTANT,
    PROGRESSIVE_WIDENING,
    MAX_DEPTH,
) = range(6)
WHOLE: Final = 840  # being ahead; every number of seats divides it, so it can be shared


@kernel
def standard_deviation(memory: Row) -> float:
    """Return the standard deviation of results, at least 1: the exploration constant is measured by it."""
    if memory[RESULTS] == 0:
        return 1.0
    mean = memory[SUM] / memory[RESULTS]
    return sqrt(max(1.0, memory[SQUARES] / memory[RESULTS] - mean * mean))


@kernel
def choose_plan(plans: int, root: Words, number: int, memory: Row, exploration_constant: int) -> int:
    """Return the plan to try in this iteration: the one whose most visited first action has the higher UCB."""
    if plans == 1:
        return 0
    chosen = 0
    most = 0.0
    unit = standard_deviation(memory) * exploration_constant * 0.01 * sqrt(log(max(number, 1)))
    for plan in range(plans):
        best = 0
        for action in range(root.shape[1]):
            if root[plan, action, 0] > root[plan, best, 0]:
                best = action
        visits = root[plan, best, 0]
        if visits == 0:
            return plan
        upper_bound = root[plan, best, 1] / visits + unit / sqrt(visits)
        if plan == 0 or upper_bound > most:
            chosen, most = plan, upper_bound
    return chosen


@kernel
def edge_key(node: int, action: int) -> int:
    """Return a number for an action of a node; never 0, which is an empty row."""
    return (node + action * 0x632BE59BD9B4E019) | 1


@kernel
def find(table: Words, node: int, action: int) -> int:
    """Return the row of an action of a node, or the empty row where it would be written."""
    key = edge_key(node, action)
    row = (key ^ (key >> 31)) & (len(table) - 1)
    while table[row, KEY] != 0 and table[row, KEY] != key:
        row = (row + 1) & (len(table) - 1)
    return row


@kernel
def is_full(table: Words, memory: Row) -> bool:
    """Whether the tree is as large as it may become."""
    return memory[ENTRIES] * 4 >= len(table) * 3


@kernel
def select(table: Words, node: int, legal: Row, memory: Row, exploration_constant: int) -> tuple[int, int, int, int]:
    """Return the tried action of a node with the highest UCB, how many were not tried, how many were, and how often."""
    best = -1
    most = 0.0
    tried = 0
    visits = 0
    unit = standard_deviation(memory) * exploration_constant * 0.01
    ways = count(legal)
    for index in range(ways):
        row = find(table, node, nth(legal, index))
        if table[row, KEY] != 0:
            table[row, AVAILABILITY] += 1
            mean = table[row, WORTH] / table[row, VISITS]
            upper_bound = mean + unit * sqrt(log(table[row, AVAILABILITY]) / table[row, VISITS])
            if best < 0 or upper_bound > most:
                best, most = nth(legal, index), upper_bound
            tried += 1
            visits += table[row, VISITS]
    return best, ways - tried, tried, visits


@kernel
def any_untried(table: Words, node: int, legal: Row, untried: int, choices: Row) -> int:
    """Return one of the actions that were not tried in a node, all equally likely."""
    place = draw(choices, untried)
    for index in range(count(legal)):
        action = nth(legal, index)
        if table[find(table, node, action), KEY] == 0:
            if place == 0:
                return action
            place -= 1
    return -1


@kernel
def draw_random_opponents(seats: int, observer: int, choices: Row, share: int) -> int:
    """Return who plays at random in this iteration, as bits: others are not all as clever as oneself."""
    random_opponents = 0
    for seat in range(seats):
        if seat != observer and draw(choices, 100) < share:
            random_opponents |= 1 << seat
    return random_opponents


@kernel
def backpropagate(worths: Row, seats: int, path: Words, depth: int, table: Words, memory: Row) -> None:
    """Add the result of an iteration to every action of its path."""
    memory[RESULTS] += seats
    for seat in range(seats):
        memory[SUM] += worths[seat]
        memory[SQUARES] += worths[seat] * worths[seat]
    for step in range(depth):
        table[path[step, 0], VISITS] += 1
        table[path[step, 0], WORTH] += worths[path[step, 1]]


@kernel
def win_share(worths: Row, seats: int, seat: int) -> int:
    """Return the seat's part of being ahead: the whole, a part if others are level, or nothing."""
    level = 0
    for other in range(seats):
        if worths[other] > worths[seat]:
            return 0
        if worths[other] == worths[seat]:
            level += 1
    return WHOLE // level

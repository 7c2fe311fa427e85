"""Search of one seat through worlds that fit its view: a tree of what is known to the one who decides, then playouts.

An iteration draws a world by `redeal`, walks down the tree, adds one action to it and plays the rest by rules of thumb.
The statistics of an action belong to what its seat knows: the searching seat to its own view, every other seat to
what everybody sees, so nobody in the tree acts on what only the searcher knows, and choices that are sealed do not see
each other. Which actions are legal differs from world to world, so an action's exploration counts how often it was
there to be chosen. All memory is given, and an iteration is fixed by the seed and its number.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Any

import numpy as np

from stammtisch.kernel.bits import count, lowest_in, nth, words_for
from stammtisch.kernel.chance import CHOICES, DEALS, STREAM_LENGTH, WORLDS, draw, open_stream
from stammtisch.kernel.compile import entry, kernel
from stammtisch.kernel.drivers.slot import hints, rules
from stammtisch.kernel.record import Row, Words
from stammtisch.kernel.seats import MAX_SEATS, NATURE, SPECTATOR, TABLE

STATE = rules.State.dtype
OPTIONS = rules.Options.dtype
LENGTH = rules.State.length
LEGAL_WORDS = words_for(rules.ACTIONS)
ACTIONS = rules.ACTIONS
view_of = rules.view  # Numba takes the attribute `view` of anything for that of an array

# Columns of the table, a row for each action of a node.
KEY, VISITS, OFFERED, WORTH, AHEAD = range(5)
COLUMNS = 5
# What a search remembers beside the table.
ENTRIES, LOWEST, HIGHEST, ROOT, BEGUN, STEPS = range(6)
# What is set before.
PLAYOUT_FAITH, TREE_FAITH, EXPLORE, WIDEN, DEEPEST, AHEAD_PART = range(6)
WHOLE = 840  # every number of seats divides it: the share of who is ahead, perhaps with others


@kernel
def node_key(s: Any, o: Any, seat: int, observer: int, sight: Row) -> int:
    """Return a number for what the deciding seat knows; different knowledge gives different numbers."""
    sight[:] = 0
    view_of(s, o, seat if seat == observer else SPECTATOR, sight.view(STATE)[0])
    key = 0x2545F4914F6CDD1D + seat
    for index in range(LENGTH):
        key = (key ^ sight[index]) * 0x5851F42D4C957F2D
        key ^= (key >> 29) & 0x7FFFFFFFF
    return key


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
def select(
    s: Any, o: Any, seat: int, node: int, own: bool, legal: Row, table: Words, memory: Row, settings: Row, choices: Row
) -> tuple[int, int]:
    """Return the action to try in a node and its row of the table, which is empty if the action is new there."""
    best = -1
    best_row = -1
    best_value = -1e300
    there = 0
    visits = 0
    missing = 0
    fresh = -1
    fresh_row = -1
    spread = max(1.0, float(memory[HIGHEST] - memory[LOWEST]))
    for index in range(count(legal)):
        action = nth(legal, index)
        row = find(table, node, action)
        if table[row, KEY] == 0:
            missing += 1
            if draw(choices, missing) == 0:  # any of them, all equally likely
                fresh = action
                fresh_row = row
            continue
        there += 1
        visits += table[row, VISITS]
        table[row, OFFERED] += 1
        mean = (table[row, WORTH] / table[row, VISITS] - memory[LOWEST]) / spread
        value = mean + settings[EXPLORE] * 0.01 * sqrt(log(table[row, OFFERED]) / table[row, VISITS])
        if value > best_value:
            best, best_row, best_value = action, row, value
    if missing == 0 or memory[ENTRIES] * 4 >= len(table) * 3:
        return best, best_row
    if not own and there > 0 and there * there * 100 > settings[WIDEN] * visits:
        return best, best_row
    suggested = hints.suggest(s, o, seat, legal, choices)
    row = find(table, node, suggested)
    if table[row, KEY] == 0:
        return suggested, row
    return fresh, fresh_row


@kernel
def play_out(s: Any, o: Any, deals: Row, choices: Row, legal: Row, faith: int) -> int:
    """Play until the position is settled; so many in a hundred decisions follow the rules of thumb."""
    steps = 0
    while not rules.settled(s, o):
        seat = lowest_in(rules.waiting(s, o))
        rules.legal(s, o, seat, legal)
        steps += 1
        if seat == NATURE:
            action = nth(legal, draw(deals, count(legal)))
        elif seat == TABLE:
            action = nth(legal, 0)
        elif faith > 0 and draw(choices, 100) < faith:
            action = hints.suggest(s, o, seat, legal, choices)
        else:
            action = nth(legal, draw(choices, count(legal)))
        rules.apply(s, o, seat, action)
    return steps


@kernel
def share_ahead(s: Any, o: Any, seat: int, worths: Row) -> int:
    """Return the seat's part of being ahead: the whole, a part if others are level, or nothing."""
    level = 0
    for other in range(o.seats):
        if worths[other] > worths[seat]:
            return 0
        level += worths[other] == worths[seat]
    return WHOLE // level


@entry("void(int64[::1], int64[::1], int64, int64, int64, int64, int64[::1], int64[:,::1], int64[::1], int64[:,::1])")
def search(
    view: Words,
    options: Words,
    observer: int,
    seed: int,
    first: int,
    after: int,
    settings: Words,
    table: Words,
    memory: Words,
    root: Words,
) -> None:
    """Carry out the iterations from `first` to before `after`.

    Args:
        view: What the searching seat knows.
        options: The options of the game.
        observer: The searching seat, which is asked.
        seed: Fixes all draws.
        first: The number of the first iteration.
        after: The number after the last one.
        settings: How to search.
        table: The tree; its length is a power of two. Blank at the beginning.
        memory: What else is remembered from iteration to iteration. Blank at the beginning.
        root: By action of the searching seat: visits, the sum of its worth, and how often it was ahead then.
    """
    o = options.view(OPTIONS)[0]
    words = np.zeros(LENGTH, np.int64)
    s = words.view(STATE)[0]
    seen = view.view(STATE)[0]
    sight = np.zeros(LENGTH, np.int64)
    scratch = np.zeros(rules.SCRATCH, np.int64)
    worlds = np.zeros(STREAM_LENGTH, np.int64)
    deals = np.zeros(STREAM_LENGTH, np.int64)
    choices = np.zeros(STREAM_LENGTH, np.int64)
    legal = np.zeros(LEGAL_WORDS, np.int64)
    worths = np.zeros(MAX_SEATS, np.int64)
    path = np.zeros((settings[DEEPEST], 2), np.int64)
    for number in range(first, after):
        open_stream(worlds, seed, WORLDS, number)
        open_stream(deals, seed, DEALS, number)
        open_stream(choices, seed, CHOICES, number)
        words[:] = view
        rules.redeal(seen, o, observer, worlds, scratch, s)
        depth = 0
        chosen = -1
        growing = True
        while growing and depth < settings[DEEPEST] and not rules.settled(s, o):
            seat = lowest_in(rules.waiting(s, o))
            rules.legal(s, o, seat, legal)
            ways = count(legal)
            memory[STEPS] += 1
            if seat == NATURE:
                action = nth(legal, draw(deals, ways))
            elif seat == TABLE or ways == 1:
                action = nth(legal, 0)
            elif seat != observer and draw(choices, 100) < settings[TREE_FAITH]:
                action = hints.suggest(s, o, seat, legal, choices)
            else:
                node = node_key(s, o, seat, observer, sight)
                action, row = select(
                    s, o, seat, node, seat == observer, legal, table, memory, settings, choices
                )
                if table[row, KEY] == 0:
                    table[row, KEY] = edge_key(node, action)
                    table[row, OFFERED] = 1
                    memory[ENTRIES] += 1
                    growing = False
                if seat == observer and chosen < 0:
                    chosen = action
                path[depth, 0] = row
                path[depth, 1] = seat
                depth += 1
            rules.apply(s, o, seat, action)
        memory[STEPS] += play_out(s, o, deals, choices, legal, settings[PLAYOUT_FAITH])
        for seat in range(o.seats):
            worths[seat] = rules.worth(s, o, seat)
        if memory[BEGUN] == 0:
            memory[BEGUN] = 1
            memory[LOWEST] = worths[0]
            memory[HIGHEST] = worths[0]
        for seat in range(o.seats):
            memory[LOWEST] = min(memory[LOWEST], worths[seat])
            memory[HIGHEST] = max(memory[HIGHEST], worths[seat])
        for step in range(depth):
            table[path[step, 0], VISITS] += 1
            table[path[step, 0], WORTH] += worths[path[step, 1]]
        if chosen >= 0:
            root[chosen, 0] += 1
            root[chosen, 1] += worths[observer]
            root[chosen, 2] += share_ahead(s, o, observer, worths)


@entry("void(int64[:,::1], int64[::1], int64, int64, int64)")
def play_matches(positions: Words, options: Words, seed: int, first: int, ruled: int) -> None:
    """Play a game in each row of `positions`: seats in the bits of `ruled` by rules of thumb, the others at random."""
    o = options.view(OPTIONS)[0]
    deals = np.zeros(STREAM_LENGTH, np.int64)
    choices = np.zeros(STREAM_LENGTH, np.int64)
    legal = np.zeros(LEGAL_WORDS, np.int64)
    for row in range(len(positions)):
        positions[row, :] = 0
        s = positions[row].view(STATE)[0]
        open_stream(deals, seed, DEALS, first + row)
        open_stream(choices, seed, CHOICES, first + row)
        rules.start(s, o)
        waiting = rules.waiting(s, o)
        while waiting != 0:
            seat = lowest_in(waiting)
            rules.legal(s, o, seat, legal)
            if seat == NATURE:
                action = nth(legal, draw(deals, count(legal)))
            elif seat < MAX_SEATS and (ruled >> seat) & 1:
                action = hints.suggest(s, o, seat, legal, choices)
            else:
                action = nth(legal, draw(choices, count(legal)))
            rules.apply(s, o, seat, action)
            waiting = rules.waiting(s, o)

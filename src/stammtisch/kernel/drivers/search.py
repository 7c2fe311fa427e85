"""Search of one seat through worlds that fit its view: a tree of what is known to whoever decides, then playouts.

An iteration draws a world by `redeal`, walks down the tree, adds one action to it and plays the rest by rules of thumb.
The statistics of an action belong to what its seat knows: those of the searching seat to its own view, those of every
other seat to what everybody sees. So nobody in the tree acts on what only the searcher knows, and choices that are
sealed do not see each other. Which actions are legal differs from world to world; an action's exploration counts how
often it was there to be chosen. All memory is given, and an iteration is fixed by the seed and its number.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Any

import numpy as np

from stammtisch.kernel.bits import count, has_in, lowest_in, nth, words_for
from stammtisch.kernel.chance import CHOICES, DEALS, STREAM_LENGTH, WORLDS, draw, open_stream
from stammtisch.kernel.compile import entry, kernel
from stammtisch.kernel.drivers.slot import hints, rules
from stammtisch.kernel.record import Row, Words
from stammtisch.kernel.seats import MAX_SEATS, NATURE, SPECTATOR, TABLE

STATE = rules.State.dtype
OPTIONS = rules.Options.dtype
LENGTH = rules.State.length
LEGAL_WORDS = words_for(rules.ACTIONS)
view_of = rules.view  # Numba takes the attribute `view` of anything for that of an array

KEY, VISITS, OFFERED, WORTH = range(4)  # the columns of the table, which has a row for each action of a node
ENTRIES, LOWEST, HIGHEST, BEGUN = range(4)  # what is remembered beside it
PLAYOUT_FAITH, TREE_FAITH, CLUELESS, EXPLORE, WIDEN, DEEPEST = range(6)  # what is set before: see `bots/search.py`
WHOLE = 840  # being ahead; every number of seats divides it, so it can be shared


@kernel
def node_key(s: Any, o: Any, seat: int, observer: int, sight: Words) -> int:
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
def select(table: Words, node: int, legal: Row, memory: Row, explore: int) -> tuple[int, int, int, int]:
    """Return the most promising action that was tried in a node, how many were not, how many were, and how often."""
    best = -1
    most = 0.0
    tried = 0
    visits = 0
    spread = max(1, memory[HIGHEST] - memory[LOWEST])
    ways = count(legal)
    for index in range(ways):
        row = find(table, node, nth(legal, index))
        if table[row, KEY] != 0:
            table[row, OFFERED] += 1
            mean = (table[row, WORTH] / table[row, VISITS] - memory[LOWEST]) / spread
            promise = mean + explore * 0.01 * sqrt(log(table[row, OFFERED]) / table[row, VISITS])
            if best < 0 or promise > most:
                best, most = nth(legal, index), promise
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
def decide(
    s: Any, o: Any, seat: int, observer: int, node: int, legal: Row, choices: Row, table: Words, memory: Row, how: Row
) -> int:
    """Return the action to try in a node: a new one, first what the hints suggest, or the most promising."""
    best, untried, tried, visits = select(table, node, legal, memory, how[EXPLORE])
    full = memory[ENTRIES] * 4 >= len(table) * 3
    narrow = seat != observer and tried > 0 and tried * tried * 100 > how[WIDEN] * visits
    if best >= 0 and (untried == 0 or full or narrow):
        return best
    suggested = hints.suggest(s, o, seat, legal, choices)
    if table[find(table, node, suggested), KEY] == 0:
        return suggested
    return any_untried(table, node, legal, untried, choices)


@kernel
def draw_clueless(seats: int, observer: int, choices: Row, share: int) -> int:
    """Return who plays at random in this iteration, as bits: others are not all as clever as oneself."""
    clueless = 0
    for seat in range(seats):
        if seat != observer and draw(choices, 100) < share:
            clueless |= 1 << seat
    return clueless


@kernel
def walk_down(
    s: Any,
    o: Any,
    observer: int,
    clueless: int,
    deals: Row,
    choices: Row,
    legal: Row,
    sight: Words,
    path: Words,
    table: Words,
    memory: Row,
    how: Row,
) -> tuple[int, int]:
    """Play in the tree until an action is new to it; return how many of its actions were taken, and the observer's."""
    depth = 0
    chosen = -1
    growing = True
    while growing and depth < how[DEEPEST] and not rules.settled(s, o):
        seat = lowest_in(rules.waiting(s, o))
        rules.legal(s, o, seat, legal)
        ways = count(legal)
        if seat == NATURE:
            action = nth(legal, draw(deals, ways))
        elif seat == TABLE or ways == 1:
            action = nth(legal, 0)
        elif has_in(clueless, seat):
            action = nth(legal, draw(choices, ways))
        elif seat != observer and draw(choices, 100) < how[TREE_FAITH]:
            action = hints.suggest(s, o, seat, legal, choices)
        else:
            node = node_key(s, o, seat, observer, sight)
            action = decide(s, o, seat, observer, node, legal, choices, table, memory, how)
            row = find(table, node, action)
            if table[row, KEY] == 0:
                if memory[ENTRIES] * 4 >= len(table) * 3:  # the tree is as large as it may become
                    break
                table[row, KEY] = edge_key(node, action)
                table[row, OFFERED] = 1
                memory[ENTRIES] += 1
                growing = seat != observer and chosen < 0  # no iteration ends before the observer has chosen
            if seat == observer and chosen < 0:
                chosen = action
            path[depth, 0] = row
            path[depth, 1] = seat
            depth += 1
        rules.apply(s, o, seat, action)
    return depth, chosen


@kernel
def play_out(s: Any, o: Any, clueless: int, deals: Row, choices: Row, legal: Row, faith: int) -> None:
    """Play until the position is settled; so many in a hundred decisions follow the rules of thumb."""
    while not rules.settled(s, o):
        seat = lowest_in(rules.waiting(s, o))
        rules.legal(s, o, seat, legal)
        if seat == NATURE:
            action = nth(legal, draw(deals, count(legal)))
        elif seat == TABLE:
            action = nth(legal, 0)
        elif faith > 0 and not has_in(clueless, seat) and draw(choices, 100) < faith:
            action = hints.suggest(s, o, seat, legal, choices)
        else:
            action = nth(legal, draw(choices, count(legal)))
        rules.apply(s, o, seat, action)


@kernel
def write_back(worths: Row, seats: int, path: Words, depth: int, table: Words, memory: Row) -> None:
    """Tell every action of the path how its seat stands in the end."""
    if memory[BEGUN] == 0:
        memory[BEGUN] = 1
        memory[LOWEST] = worths[0]
        memory[HIGHEST] = worths[0]
    for seat in range(seats):
        memory[LOWEST] = min(memory[LOWEST], worths[seat])
        memory[HIGHEST] = max(memory[HIGHEST], worths[seat])
    for step in range(depth):
        table[path[step, 0], VISITS] += 1
        table[path[step, 0], WORTH] += worths[path[step, 1]]


@kernel
def share_ahead(worths: Row, seats: int, seat: int) -> int:
    """Return the seat's part of being ahead: the whole, a part if others are level, or nothing."""
    level = 0
    for other in range(seats):
        if worths[other] > worths[seat]:
            return 0
        if worths[other] == worths[seat]:
            level += 1
    return WHOLE // level


@entry("void(int64[::1], int64[::1], int64, int64, int64, int64, int64[::1], int64[:,::1], int64[::1], int64[:,::1])")
def search(
    view: Words,
    options: Words,
    observer: int,
    seed: int,
    first: int,
    after: int,
    how: Words,
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
        how: What is set before.
        table: The tree; its length is a power of two. Blank at the beginning.
        memory: What else is remembered from iteration to iteration. Blank at the beginning.
        root: By action of the searching seat: visits, the sum of its worth, and how often it was ahead then.
    """
    o = options.view(OPTIONS)[0]
    words = np.zeros(LENGTH, np.int64)
    s = words.view(STATE)[0]
    known = view.view(STATE)[0]
    sight = np.zeros(LENGTH, np.int64)
    scratch = np.zeros(rules.SCRATCH, np.int64)
    worlds = np.zeros(STREAM_LENGTH, np.int64)
    deals = np.zeros(STREAM_LENGTH, np.int64)
    choices = np.zeros(STREAM_LENGTH, np.int64)
    legal = np.zeros(LEGAL_WORDS, np.int64)
    worths = np.zeros(MAX_SEATS, np.int64)
    path = np.zeros((how[DEEPEST], 2), np.int64)
    for number in range(first, after):
        open_stream(worlds, seed, WORLDS, number)
        open_stream(deals, seed, DEALS, number)
        open_stream(choices, seed, CHOICES, number)
        words[:] = view
        rules.redeal(known, o, observer, worlds, scratch, s)
        clueless = draw_clueless(o.seats, observer, choices, how[CLUELESS])
        depth, chosen = walk_down(s, o, observer, clueless, deals, choices, legal, sight, path, table, memory, how)
        play_out(s, o, clueless, deals, choices, legal, how[PLAYOUT_FAITH])
        for seat in range(o.seats):
            worths[seat] = rules.worth(s, o, seat)
        write_back(worths, o.seats, path, depth, table, memory)
        if chosen >= 0:
            root[chosen, 0] += 1
            root[chosen, 1] += worths[observer]
            root[chosen, 2] += share_ahead(worths, o.seats, observer)


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

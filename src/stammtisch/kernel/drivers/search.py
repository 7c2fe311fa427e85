"""Search of one seat through worlds that fit its view: a tree of what is known to whoever decides, then playouts.

An iteration chooses what to do now, draws a world by `redeal`, walks down the tree, adds one action to it and plays the
rest by rules of thumb. Every action is tried in the same worlds one after the other, so that luck favours none of them.
The statistics of an action belong to what its seat knows: those of the searching seat to its own view, those of every
other seat to what everybody sees. So nobody in the tree acts on what only the searcher knows, and choices that are
sealed do not see each other. Which actions are legal differs from world to world; an action's exploration counts how
often it was there to be chosen. All memory is given, and an iteration is fixed by the seed and its number.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from stammtisch.kernel.bits import count, count_in, has_in, lowest_in, nth, nth_in, words_for
from stammtisch.kernel.chance import CHOICES, DEALS, STREAM_LENGTH, WORLDS, draw, open_stream
from stammtisch.kernel.compile import entry, kernel
from stammtisch.kernel.drivers.slot import hints, rules
from stammtisch.kernel.record import Row, Words
from stammtisch.kernel.seats import MAX_SEATS, NATURE, SPECTATOR, TABLE
from stammtisch.kernel.tree import (
    CLUELESS,
    DEEPEST,
    ENTRIES,
    EXPLORE,
    KEY,
    OFFERED,
    PLAYOUT_FAITH,
    TREE_FAITH,
    WIDEN,
    any_untried,
    choose_plan,
    draw_clueless,
    edge_key,
    find,
    is_full,
    select,
    share_ahead,
    write_back,
)

STATE = rules.State.dtype
OPTIONS = rules.Options.dtype
LENGTH = rules.State.length
LEGAL_WORDS = words_for(rules.ACTIONS)
ONE_WORD = LEGAL_WORDS == 1  # asking one word directly is faster
PLANS = 2 if hasattr(hints, "dare") else 1  # the searcher's own: the hints, and perhaps a daring one
dare = getattr(hints, "dare", hints.suggest)
view_of = rules.view  # Numba takes the attribute `view` of anything for that of an array


@kernel
def any_of(legal: Row, stream: Row) -> int:
    """Draw one of the legal actions."""
    if ONE_WORD:
        return nth_in(legal[0], draw(stream, count_in(legal[0])))
    return nth(legal, draw(stream, count(legal)))


@kernel
def suggest(s: Any, o: Any, seat: int, plan: int, legal: Row, stream: Row) -> int:
    """Return what a plan suggests."""
    if PLANS > 1 and plan == 1:
        return dare(s, o, seat, legal, stream)
    return hints.suggest(s, o, seat, legal, stream)


@kernel
def node_key(s: Any, o: Any, seat: int, observer: int, plan: int, sight: Words) -> int:
    """Return a number for what the deciding seat knows; different knowledge gives different numbers."""
    sight[:] = 0
    view_of(s, o, seat if seat == observer else SPECTATOR, sight.view(STATE)[0])
    key = 0x2545F4914F6CDD1D + seat + (plan << 8 if seat == observer else 0)
    for index in range(LENGTH):
        key = (key ^ sight[index]) * 0x5851F42D4C957F2D
        key ^= (key >> 29) & 0x7FFFFFFFF
    return key


@kernel
def decide(
    s: Any,
    o: Any,
    seat: int,
    observer: int,
    plan: int,
    node: int,
    legal: Row,
    choices: Row,
    table: Words,
    memory: Row,
    how: Row,
) -> int:
    """Return the action to try in a node: a new one, first what the hints suggest, or the most promising."""
    best, untried, tried, visits = select(table, node, legal, memory, how[EXPLORE])
    narrow = seat != observer and tried > 0 and tried * tried * 100 > how[WIDEN] * visits
    if best >= 0 and (untried == 0 or narrow or is_full(table, memory)):
        return best
    suggested = suggest(s, o, seat, plan if seat == observer else 0, legal, choices)
    if table[find(table, node, suggested), KEY] == 0:
        return suggested
    return any_untried(table, node, legal, untried, choices)


@kernel
def outside_the_tree(
    s: Any, o: Any, seat: int, observer: int, clueless: int, deals: Row, choices: Row, legal: Row, faith: int
) -> int:
    """Return the action of whoever has no choice, leaves it to chance or follows the hints; else -1."""
    if seat == NATURE:
        return any_of(legal, deals)
    if seat == TABLE or count(legal) == 1:
        return nth(legal, 0)
    if has_in(clueless, seat):
        return any_of(legal, choices)
    if seat != observer and draw(choices, 100) < faith:
        return hints.suggest(s, o, seat, legal, choices)
    return -1


@kernel
def walk_down(
    s: Any,
    o: Any,
    observer: int,
    plan: int,
    asked: int,
    chosen: int,
    clueless: int,
    deals: Row,
    choices: Row,
    legal: Row,
    sight: Words,
    path: Words,
    table: Words,
    memory: Row,
    how: Row,
) -> int:
    """Play in the tree until an action is new to it, and first what was chosen; return how many of its were taken."""
    depth = 0
    root = True  # the observer has not yet done what was chosen
    growing = True
    while growing and depth < how[DEEPEST] and not rules.settled(s, o):
        seat = lowest_in(rules.waiting(s, o))
        rules.legal(s, o, seat, legal)
        action = outside_the_tree(s, o, seat, observer, clueless, deals, choices, legal, how[TREE_FAITH])
        if action < 0:
            if seat == observer and root:
                node, action = asked, chosen  # others may have sealed something since, which changes nothing here
            else:
                node = node_key(s, o, seat, observer, plan, sight)
                action = decide(s, o, seat, observer, plan, node, legal, choices, table, memory, how)
            row = find(table, node, action)
            if table[row, KEY] == 0:
                growing = seat != observer and root  # no iteration ends before the observer was asked
                if not is_full(table, memory):
                    table[row, KEY] = edge_key(node, action)
                    table[row, OFFERED] = 1
                    memory[ENTRIES] += 1
            if table[row, KEY] != 0:
                path[depth, 0] = row
                path[depth, 1] = seat
                depth += 1
            if seat == observer:
                root = False
        rules.apply(s, o, seat, action)
    return depth


@kernel
def play_out(
    s: Any, o: Any, observer: int, plan: int, clueless: int, deals: Row, choices: Row, legal: Row, faith: int
) -> None:
    """Play until the position is settled; so many in a hundred decisions follow the rules of thumb."""
    while not rules.settled(s, o):
        seat = lowest_in(rules.waiting(s, o))
        rules.legal(s, o, seat, legal)
        if seat == NATURE:
            action = any_of(legal, deals)
        elif seat == TABLE:
            action = nth(legal, 0)
        elif faith > 0 and not has_in(clueless, seat) and draw(choices, 100) < faith:
            action = suggest(s, o, seat, plan if seat == observer else 0, legal, choices)
        else:
            action = any_of(legal, choices)
        rules.apply(s, o, seat, action)


@entry("void(int64[::1], int64[::1], int64, int64, int64, int64, int64[::1], int64[:,::1], int64[::1], int64[:,:,::1])")
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
        root: By plan and action of the searching seat: visits, the sum of its worth, and how often it was ahead then.
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
        plan = choose_plan(PLANS, root, number, memory, how[EXPLORE])
        rules.legal(known, o, observer, legal)
        open_stream(choices, seed, CHOICES, number)
        node = node_key(known, o, observer, observer, plan, sight)
        chosen = decide(known, o, observer, observer, plan, node, legal, choices, table, memory, how)
        world = root[plan, chosen, 0]
        open_stream(worlds, seed, WORLDS, world)
        open_stream(deals, seed, DEALS, world)
        open_stream(choices, seed, CHOICES, world)
        words[:] = view
        rules.redeal(known, o, observer, worlds, scratch, s)
        clueless = draw_clueless(o.seats, observer, choices, how[CLUELESS])
        depth = walk_down(
            s, o, observer, plan, node, chosen, clueless, deals, choices, legal, sight, path, table, memory, how
        )
        play_out(s, o, observer, plan, clueless, deals, choices, legal, how[PLAYOUT_FAITH])
        for seat in range(o.seats):
            worths[seat] = rules.worth(s, o, seat)
        write_back(worths, o.seats, path, depth, table, memory)
        root[plan, chosen, 0] += 1
        root[plan, chosen, 1] += worths[observer]
        root[plan, chosen, 2] += share_ahead(worths, o.seats, observer)


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
                action = any_of(legal, deals)
            elif seat < MAX_SEATS and (ruled >> seat) & 1:
                action = hints.suggest(s, o, seat, legal, choices)
            else:
                action = any_of(legal, choices)
            rules.apply(s, o, seat, action)
            waiting = rules.waiting(s, o)

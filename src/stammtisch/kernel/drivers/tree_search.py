"""Information set Monte Carlo tree search (ISMCTS; Cowling, Powley and Whitehouse, 2012) for one seat of any game.

An iteration chooses what to do now, draws a determinization by `redeal`, descends the tree, expands it by one action
and plays the rest by the rollout policy, which is the rules of thumb. Every action is tried in the same worlds one
after the other, so that luck favours none of them. The statistics of an action belong to what its seat knows: those of
the searching seat to its own view, those of every other seat to what everybody sees. So nobody in the tree acts on what
only the searcher knows, and choices that are sealed do not see each other. Which actions are legal differs from world
to world; an action's exploration counts how often it was there to be chosen. All memory is given, and an iteration is
fixed by the seed and its number.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from stammtisch.kernel.bits import assign, clear, count, count_in, has_in, lowest_in, nth, nth_in, words_for
from stammtisch.kernel.chance import CHOICES, DEALS, STREAM_LENGTH, WORLDS, draw, open_stream
from stammtisch.kernel.compile import entry, kernel
from stammtisch.kernel.drivers.placeholders import hints, rules
from stammtisch.kernel.record import Row, Words
from stammtisch.kernel.search_tree import (
    AVAILABILITY,
    ENTRIES,
    EXPLORATION_CONSTANT,
    KEY,
    MAX_DEPTH,
    PROGRESSIVE_WIDENING,
    RANDOM_OPPONENT_PERCENT,
    ROLLOUT_HEURISTIC_PERCENT,
    TREE_HEURISTIC_PERCENT,
    any_untried,
    backpropagate,
    choose_plan,
    draw_random_opponents,
    edge_key,
    find,
    is_full,
    select,
    win_share,
)
from stammtisch.kernel.seats import MAX_SEATS, NATURE, SPECTATOR, TABLE

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
def information_set_key(s: Any, o: Any, seat: int, observer: int, plan: int, view_words: Words) -> int:
    """Return a hash of the information set of the deciding seat; different knowledge gives different numbers."""
    clear(view_words)
    view_of(s, o, seat if seat == observer else SPECTATOR, view_words.view(STATE)[0])
    key = 0x2545F4914F6CDD1D + seat + (plan << 8 if seat == observer else 0)
    for index in range(LENGTH):
        key = (key ^ view_words[index]) * 0x5851F42D4C957F2D
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
    """Return the action to try in a node: a new one, first what the hints suggest, or the one with the highest UCB.

    Other seats get new actions by progressive widening (Coulom, 2007).
    """
    best, untried, tried, visits = select(table, node, legal, memory, how[EXPLORATION_CONSTANT])
    narrow = seat != observer and tried > 0 and tried * tried * 100 > how[PROGRESSIVE_WIDENING] * visits
    if best >= 0 and (untried == 0 or narrow or is_full(table, memory)):
        return best
    suggested = suggest(s, o, seat, plan if seat == observer else 0, legal, choices)
    if table[find(table, node, suggested), KEY] == 0:
        return suggested
    return any_untried(table, node, legal, untried, choices)


@kernel
def act_outside_tree(
    s: Any,
    o: Any,
    seat: int,
    observer: int,
    random_opponents: int,
    deals: Row,
    choices: Row,
    legal: Row,
    heuristic_percent: int,
) -> int:
    """Return the action of whoever has no choice, leaves it to chance or follows the hints; else -1."""
    if seat == NATURE:
        return any_of(legal, deals)
    if seat == TABLE or count(legal) == 1:
        return nth(legal, 0)
    if has_in(random_opponents, seat):
        return any_of(legal, choices)
    if seat != observer and draw(choices, 100) < heuristic_percent:
        return hints.suggest(s, o, seat, legal, choices)
    return -1


@kernel
def descend(
    s: Any,
    o: Any,
    observer: int,
    plan: int,
    asked: int,
    chosen: int,
    random_opponents: int,
    deals: Row,
    choices: Row,
    legal: Row,
    view_words: Words,
    path: Words,
    table: Words,
    memory: Row,
    how: Row,
) -> int:
    """Select actions in the tree until one is new to it, first what was chosen; return the depth of the path."""
    depth = 0
    root = True  # the observer has not yet done what was chosen
    growing = True
    while growing and depth < how[MAX_DEPTH] and not rules.settled(s, o):
        seat = lowest_in(rules.waiting(s, o))
        rules.legal(s, o, seat, legal)
        action = act_outside_tree(
            s, o, seat, observer, random_opponents, deals, choices, legal, how[TREE_HEURISTIC_PERCENT]
        )
        if action < 0:
            if seat == observer and root:
                node, action = asked, chosen  # others may have sealed something since, which changes nothing here
            else:
                node = information_set_key(s, o, seat, observer, plan, view_words)
                action = decide(s, o, seat, observer, plan, node, legal, choices, table, memory, how)
            row = find(table, node, action)
            if table[row, KEY] == 0:
                growing = seat != observer and root  # no iteration ends before the observer was asked
                if not is_full(table, memory):
                    table[row, KEY] = edge_key(node, action)
                    table[row, AVAILABILITY] = 1
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
def rollout(
    s: Any,
    o: Any,
    observer: int,
    plan: int,
    random_opponents: int,
    deals: Row,
    choices: Row,
    legal: Row,
    heuristic_percent: int,
) -> None:
    """Roll out until the position is settled; so many in a hundred decisions follow the rules of thumb."""
    while not rules.settled(s, o):
        seat = lowest_in(rules.waiting(s, o))
        rules.legal(s, o, seat, legal)
        if seat == NATURE:
            action = any_of(legal, deals)
        elif seat == TABLE:
            action = nth(legal, 0)
        elif heuristic_percent > 0 and not has_in(random_opponents, seat) and draw(choices, 100) < heuristic_percent:
            action = suggest(s, o, seat, plan if seat == observer else 0, legal, choices)
        else:
            action = any_of(legal, choices)
        rules.apply(s, o, seat, action)


@entry(
    "void(int64[::1], int64[::1], int64, int64, int64, int64, int64[::1], int64[::1], int64[:,::1], int64[::1], "
    "int64[:,:,::1])"
)
def search(
    view: Words,
    options: Words,
    observer: int,
    seed: int,
    first: int,
    after: int,
    only: Words,
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
        only: Plans and first actions, as `plan * ACTIONS + action`, that take turns in the same worlds; if there are
            none, the search chooses among all of them what promises most.
        how: What is set before.
        table: The tree; its length is a power of two. Blank at the beginning.
        memory: What else is remembered from iteration to iteration. Blank at the beginning.
        root: By plan and action of the searching seat: visits, the sum of its worth, and how often it was ahead then.
    """
    o = options.view(OPTIONS)[0]
    words = np.zeros(LENGTH, np.int64)
    s = words.view(STATE)[0]
    known = view.view(STATE)[0]
    view_words = np.zeros(LENGTH, np.int64)
    scratch = np.zeros(rules.SCRATCH, np.int64)
    worlds = np.zeros(STREAM_LENGTH, np.int64)
    deals = np.zeros(STREAM_LENGTH, np.int64)
    choices = np.zeros(STREAM_LENGTH, np.int64)
    legal = np.zeros(LEGAL_WORDS, np.int64)
    worths = np.zeros(MAX_SEATS, np.int64)
    path = np.zeros((how[MAX_DEPTH], 2), np.int64)
    for number in range(first, after):
        if len(only) > 0:
            plan, chosen = divmod(only[number % len(only)], rules.ACTIONS)
            node = information_set_key(known, o, observer, observer, plan, view_words)
        else:
            plan = choose_plan(PLANS, root, number, memory, how[EXPLORATION_CONSTANT])
            rules.legal(known, o, observer, legal)
            open_stream(choices, seed, CHOICES, number)
            node = information_set_key(known, o, observer, observer, plan, view_words)
            chosen = decide(known, o, observer, observer, plan, node, legal, choices, table, memory, how)
        world = root[plan, chosen, 0]
        open_stream(worlds, seed, WORLDS, world)
        open_stream(deals, seed, DEALS, world)
        open_stream(choices, seed, CHOICES, world)
        assign(words, view)
        rules.redeal(known, o, observer, worlds, scratch, s)
        random_opponents = draw_random_opponents(o.seats, observer, choices, how[RANDOM_OPPONENT_PERCENT])
        depth = descend(
            s,
            o,
            observer,
            plan,
            node,
            chosen,
            random_opponents,
            deals,
            choices,
            legal,
            view_words,
            path,
            table,
            memory,
            how,
        )
        rollout(s, o, observer, plan, random_opponents, deals, choices, legal, how[ROLLOUT_HEURISTIC_PERCENT])
        for seat in range(o.seats):
            worths[seat] = rules.worth(s, o, seat)
        backpropagate(worths, o.seats, path, depth, table, memory)
        root[plan, chosen, 0] += 1
        root[plan, chosen, 1] += worths[observer]
        root[plan, chosen, 2] += win_share(worths, o.seats, observer)


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

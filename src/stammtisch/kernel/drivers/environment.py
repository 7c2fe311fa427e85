"""Many games at once, a decision each at a time: what a learning program steps through.

Every function takes whole arrays with a row for each game, and calls a kernel for one game, which CUDA calls too.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from stammtisch.kernel.bits import WORD_BITS, count, has, lowest_in, nth, words_for
from stammtisch.kernel.chance import CHOICES, DEALS, STREAM_LENGTH, draw, open_stream
from stammtisch.kernel.compile import entry, kernel
from stammtisch.kernel.drivers.slot import features, rules
from stammtisch.kernel.layout import write_set
from stammtisch.kernel.outcome import Outcome
from stammtisch.kernel.record import Row, Words
from stammtisch.kernel.rewards import SCORE, reward
from stammtisch.kernel.seats import NATURE, NONE, TABLE

STATE = rules.State.dtype
OPTIONS = rules.Options.dtype
OUTCOME = Outcome.dtype
LEGAL_WORDS = words_for(rules.ACTIONS)
FORCED = 1 << NATURE | 1 << TABLE
SIZE = features.LAYOUT.size
SIGN = 1 if features.HIGHER_IS_BETTER else -1  # of scores as rewards

# The columns of what is remembered of a game beside its position: the stream of its deals, then these
NUMBER, DECISIONS, SEAT = range(STREAM_LENGTH, STREAM_LENGTH + 3)
REMEMBERED = STREAM_LENGTH + 3
# What is set before: the seed, by how much the number of a game grows, its reward, and when it is broken off
SEED, STRIDE, KIND, MOST = range(4)
# How a game stands after a step
RUNNING, OVER, BROKEN_OFF, FORFEITED = range(4)


@kernel
def go_on(s: Any, o: Any, memory: Row, legal: Row) -> None:
    """Deal and do what is forced until a seat is asked, if one is; note which and what it may do."""
    waiting = rules.waiting(s, o)
    while waiting & FORCED:
        seat = NATURE if waiting == 1 << NATURE else TABLE
        rules.legal(s, o, seat, legal)
        rules.apply(s, o, seat, nth(legal, draw(memory, count(legal)) if seat == NATURE else 0))
        waiting = rules.waiting(s, o)
    memory[SEAT] = lowest_in(waiting) if waiting else NONE
    if waiting:
        rules.legal(s, o, memory[SEAT], legal)


@kernel
def begin(s: Any, o: Any, how: Row, memory: Row, legal: Row) -> None:
    """Set a blank position to the game that is next and go on to its first decision."""
    open_stream(memory, how[SEED], DEALS, memory[NUMBER])
    memory[DECISIONS] = 0
    rules.start(s, o)
    go_on(s, o, memory, legal)


@kernel
def take(s: Any, o: Any, how: Row, action: int, memory: Row, legal: Row, outcome: Any, rewards: Any) -> int:
    """Take an action of the seat that is asked and go on; return how the game stands then.

    Where it has ended, its number is that of the game which is next, and `begin` is to follow.
    """
    for seat in range(o.seats):
        rewards[seat] = 0.0
    if not 0 <= action < rules.ACTIONS or not has(legal, action):
        if how[KIND] == SCORE:
            rewards[memory[SEAT]] = features.lowest(o) if SIGN > 0 else -features.highest(o)
        memory[NUMBER] += how[STRIDE]
        return FORFEITED
    rules.apply(s, o, memory[SEAT], action)
    memory[DECISIONS] += 1
    go_on(s, o, memory, legal)
    if memory[SEAT] == NONE:
        rules.outcome(s, o, outcome)
        for seat in range(o.seats):
            rewards[seat] = reward(outcome, o.seats, seat, how[KIND], SIGN)
        memory[NUMBER] += how[STRIDE]
        return OVER
    if how[MOST] > 0 and memory[DECISIONS] >= how[MOST]:
        memory[NUMBER] += how[STRIDE]
        return BROKEN_OFF
    return RUNNING


@kernel
def show(s: Any, o: Any, memory: Row, legal: Row, observation: Any, mask: Any) -> None:
    """Write what the seat that is asked knows and may do into blank rows."""
    features.observe(s, o, memory[SEAT], observation)
    for word in range(LEGAL_WORDS):
        write_set(mask, word * WORD_BITS, legal[word])


@entry("void(int64[:,::1], int64[::1], int64[::1], int64[:,::1], int64[:,::1], int8[:,::1], int8[:,::1])")
def begin_games(
    positions: Words, options: Words, how: Words, memory: Words, legal: Words, observations: Any, masks: Any
) -> None:
    """Begin the game in every row; its number is there before."""
    o = options.view(OPTIONS)[0]
    observations[:] = 0
    masks[:] = 0
    for row in range(len(positions)):
        s = positions[row].view(STATE)[0]
        positions[row, :] = 0
        begin(s, o, how, memory[row], legal[row])
        show(s, o, memory[row], legal[row], observations[row], masks[row])


@entry("int64(int64[::1], int64[:,::1])")
def first_illegal(actions: Words, legal: Words) -> int:
    """Return the first row whose action is not legal, or -1."""
    for row in range(len(actions)):
        if not 0 <= actions[row] < rules.ACTIONS or not has(legal[row], actions[row]):
            return row
    return -1


@entry(
    "void(int64[:,::1], int64[::1], int64[::1], int64[::1], int64[:,::1], int64[:,::1], "
    "int8[:,::1], int8[:,::1], float32[:,::1], int8[::1])"
)
def step_games(
    positions: Words,
    options: Words,
    how: Words,
    actions: Words,
    memory: Words,
    legal: Words,
    observations: Any,
    masks: Any,
    rewards: Any,
    ended: Any,
) -> None:
    """Take an action in every game, and show what whoever is asked next knows there."""
    o = options.view(OPTIONS)[0]
    outcome = np.zeros(1, OUTCOME)
    observations[:] = 0
    masks[:] = 0
    for row in range(len(positions)):
        s = positions[row].view(STATE)[0]
        ended[row] = take(s, o, how, actions[row], memory[row], legal[row], outcome[0], rewards[row])
        if ended[row] != RUNNING:
            positions[row, :] = 0
            begin(s, o, how, memory[row], legal[row])
        show(s, o, memory[row], legal[row], observations[row], masks[row])


@entry("void(int64, int64, int64[:,::1])")
def open_choices(seed: int, first: int, streams: Words) -> None:
    """Open the streams by which rows, the first of which has this number, choose at random."""
    for row in range(len(streams)):
        open_stream(streams[row], seed, CHOICES, first + row)


@entry("void(int64[:,::1], int64[:,::1], int64[::1])")
def draw_actions(streams: Words, legal: Words, actions: Words) -> None:
    """Choose evenly among the legal actions of each row."""
    for row in range(len(actions)):
        actions[row] = nth(legal[row], draw(streams[row], count(legal[row])))

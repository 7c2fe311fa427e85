"""Many games at once, a decision each at a time: what a learning program steps through.

Every function takes whole arrays with a row for each game, and calls a kernel for one game, which CUDA calls too.
Rows may play by different options: each says by which.
"""

from __future__ import annotations

from typing import Any

from stammtisch.kernel.bits import WORD_BITS, count, has, has_in, lowest_in, nth, words_for
from stammtisch.kernel.chance import CHOICES, DEALS, STREAM_LENGTH, draw, open_stream
from stammtisch.kernel.compile import entry, inlined
from stammtisch.kernel.drivers.placeholders import features, rules
from stammtisch.kernel.observation_layout import write_set
from stammtisch.kernel.outcome import WORTH, Outcome, lowest_reward, reward
from stammtisch.kernel.record import Row, Words
from stammtisch.kernel.seats import NATURE, NONE

STATE = rules.State.dtype
OPTIONS = rules.Options.dtype
OUTCOME = Outcome.dtype
LEGAL_WORDS = words_for(rules.ACTIONS)
LENGTH = rules.State.length
SIZE = features.LAYOUT.size
observe = features.observe
SIGN = 1 if features.HIGHER_IS_BETTER else -1  # of scores as rewards

# The columns of what is remembered of a game beside its position: the stream of its deals, then these
NUMBER, DECISIONS, SEAT = range(STREAM_LENGTH, STREAM_LENGTH + 3)
REMEMBERED = STREAM_LENGTH + 3
# What is set before: the seed, by how much the number of a game grows, its reward, when it is broken off, and whether
# seats that have no choice are not asked
SEED, STRIDE, KIND, MOST, SKIPS_FORCED = range(5)
# How a game stands after a step; settled, and going on: only where rewards are by worth
RUNNING, OVER, BROKEN_OFF, FORFEITED, SETTLED = range(5)


@inlined
def go_on(  # noqa: C901, PLR0912  # one loop, so that everything is called in one place
    s: Any,
    positions: Any,
    row: int,
    o: Any,
    how: Row,
    action: int,
    memory: Row,
    legal: Row,
    outcome: Any,
    rewards: Any,
) -> int:
    """Take an action of the seat that is asked, and go on until a seat is asked again; return how the game then stood.

    Where it has ended, that is in the next game. If nobody is asked before, a game is begun. Everything is called in
    one place only, since what is called in several is not compiled into its caller.

    Args:
        s: The position, which lies in a row of `positions`.
        positions: The words of positions.
        row: The row of this one.
        o: The options.
        how: What is set before.
        action: What the seat does; an illegal action forfeits the game.
        memory: What is remembered beside the position.
        legal: What the seat may do.
        outcome: Memory.
        rewards: By seat, for a game that has ended; by worth for every step.
    """
    stands = RUNNING
    seat = memory[SEAT]
    begins = seat == NONE
    by_worth = how[KIND] == WORTH and not begins
    for other in range(o.seats):
        rewards[other] = float(-rules.worth(s, o, other)) if by_worth else 0.0
    if not begins and (not 0 <= action < rules.ACTIONS or not has(legal, action)):
        for other in range(o.seats):
            rewards[other] = 0.0
        rewards[seat] = lowest_reward(features.lowest(o), features.highest(o), how[KIND], SIGN)
        stands = FORFEITED
        begins = True
        by_worth = False
    asked = False
    while not asked:
        if begins:
            memory[NUMBER] += how[STRIDE] if stands != RUNNING else 0
            memory[DECISIONS] = 0
            open_stream(memory, how[SEED], DEALS, memory[NUMBER])
            for index in range(LENGTH):
                positions[row, index] = 0
            rules.start(s, o)
            begins = False
        else:
            rules.apply(s, o, seat, action)
            memory[DECISIONS] += seat < NATURE
            if by_worth and rules.settled(s, o):
                stands = SETTLED
        waiting = rules.waiting(s, o)
        seat = lowest_in(waiting) if waiting else NONE
        if waiting == 0:
            rules.outcome(s, o, outcome)
            for other in range(o.seats):
                rewards[other] += reward(outcome, o.seats, other, how[KIND], SIGN)
            stands = OVER
            begins = True
        elif seat < NATURE and 0 < how[MOST] <= memory[DECISIONS]:
            stands = BROKEN_OFF
            begins = True
        else:
            rules.legal(s, o, seat, legal)
            asked = seat < NATURE and (how[SKIPS_FORCED] == 0 or count(legal) > 1)
            if not asked:
                action = nth(legal, draw(memory, count(legal)) if seat == NATURE else 0)
        if by_worth and (begins or asked):
            for other in range(o.seats):
                rewards[other] += rules.worth(s, o, other)
            by_worth = False
    memory[SEAT] = seat
    return stands


@inlined
def offer(legal: Row, mask: Any) -> None:
    """Write what may be done into a blank row."""
    for word in range(LEGAL_WORDS):
        write_set(mask, word * WORD_BITS, legal[word])


@entry("int64(int64[::1], int64[:,::1])", makes_arrays=False)
def first_illegal(actions: Words, legal: Words) -> int:
    """Return the first row whose action is not legal, or -1."""
    for row in range(len(actions)):
        action = actions[row]
        if not 0 <= action < rules.ACTIONS or not has_in(legal[row, action // WORD_BITS], action % WORD_BITS):
            return row
    return -1


@entry(
    "void(int64[:,::1], int64[:,::1], int64[::1], int64[::1], int64[::1], int64[:,::1], int64[:,::1], int64[:,::1], "
    "int8[:,::1], int8[:,::1], float32[:,::1], int8[::1])",
    makes_arrays=False,
)
def step_games(
    positions: Words,
    options: Words,
    variant: Words,
    how: Words,
    actions: Words,
    memory: Words,
    legal: Words,
    outcomes: Words,
    observations: Any,
    masks: Any,
    rewards: Any,
    ended: Any,
) -> None:
    """Take an action in every game, or begin it where nobody is asked; show what whoever is asked next knows there."""
    choices = options.view(OPTIONS)
    games = positions.view(STATE)
    endings = outcomes.view(OUTCOME)
    for row in range(len(positions)):
        s = games[row, 0]
        o = choices[variant[row], 0]
        ended[row] = go_on(
            s, positions, row, o, how, actions[row], memory[row], legal[row], endings[row, 0], rewards[row]
        )
        observations[row, :] = 0
        masks[row, :] = 0
        observe(s, o, memory[row, SEAT], observations[row])
        offer(legal[row], masks[row])


@entry("void(int64, int64, int64[:,::1])", makes_arrays=False)
def open_choices(seed: int, first: int, streams: Words) -> None:
    """Open the streams by which rows, the first of which has this number, choose at random."""
    for row in range(len(streams)):
        open_stream(streams[row], seed, CHOICES, first + row)


@entry("void(int64[:,::1], int64[:,::1], int64[::1])", makes_arrays=False)
def draw_actions(streams: Words, legal: Words, actions: Words) -> None:
    """Choose evenly among the legal actions of each row."""
    for row in range(len(actions)):
        actions[row] = nth(legal[row], draw(streams[row], count(legal[row])))

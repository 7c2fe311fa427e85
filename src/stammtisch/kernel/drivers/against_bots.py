"""Many games in which some seats are asked, a decision each at a time, and bots in compiled code play the others.

A step takes the decision of whoever is asked in each row, and goes on through deals, forced steps and the decisions of
bots until a seat is asked again or the game has ended. Bots choose as those of the same names do at a table: each
decision has a stream of chance of its own, by the seat and the number of the step.
"""

from __future__ import annotations

from typing import Any

from stammtisch.kernel.bits import WORD_BITS, clear, count, has, lowest_in, nth, words_for
from stammtisch.kernel.chance import (
    CHOICES,
    DEALS,
    GAMES,
    STREAM_LENGTH,
    derived_seed,
    draw,
    open_own_stream,
    open_stream,
)
from stammtisch.kernel.compile import entry, kernel
from stammtisch.kernel.drivers.placeholders import features, hints, rules
from stammtisch.kernel.net import drawn, likeliest, run_net
from stammtisch.kernel.observation_layout import write_set
from stammtisch.kernel.outcome import Outcome, lowest_reward, reward
from stammtisch.kernel.record import Row, Words
from stammtisch.kernel.seats import HIDDEN, NATURE, NONE

STATE = rules.State.dtype
OPTIONS = rules.Options.dtype
OUTCOME = Outcome.dtype
OUTCOME_LENGTH = Outcome.length
LEGAL_WORDS = words_for(rules.ACTIONS)
LENGTH = rules.State.length
SIZE = features.LAYOUT.size
SIGN = 1 if features.HIGHER_IS_BETTER else -1  # of scores as rewards
observe = features.observe
suggest = hints.suggest

# Who plays a seat that is not asked
RANDOM, RULES, NET = range(3)
# The columns of what is remembered of a game beside its position: the stream of its deals, then its seed, the seed of
# the bots, steps so far, decisions since a learner was first asked, who is asked, which learner acted last, and how the
# game stands
SEED, CHANCE, STEPS, DECISIONS, SEAT, ACTED, STANDS = range(STREAM_LENGTH, STREAM_LENGTH + 7)
REMEMBERED = STREAM_LENGTH + 7
# What is set before: the seats that learn and those that are asked, as bits, when a game is broken off, its reward, and
# whether the next game begins with the step that ends one
LEARNERS, ASKED, MOST, KIND, SAME_STEP = range(5)
# How a game stands
RUNNING, OVER, BROKEN_OFF, FORFEITED = range(4)
# What is done in a row: an action is taken, or the next game begun if there is none; the game of the seed that is there
# is begun; it goes on where the log was full; nothing
STEP, BEGIN, GO_ON, REST = range(4)


@kernel
def look(s: Any, o: Any, seat: int, observation: Any) -> None:
    """Write what a seat knows."""
    for index in range(SIZE):
        observation[index] = 0
    observe(s, o, seat, observation)


@kernel
def net_action(
    s: Any,
    o: Any,
    seat: int,
    legal: Row,
    choices: Row,
    shape: Row,
    weights: Any,
    numbers: Any,
    places: Row,
    scratch: Any,
    known: Any,
) -> int:
    """Return what a net thinks best; what others will not see it draws."""
    look(s, o, seat, known)
    logits = scratch[2]
    run_net(known, shape, weights, numbers, places, scratch[0], scratch[1], logits)
    if rules.seen(s, o, (seat + 1) % o.seats, seat, nth(legal, 0)) == HIDDEN:
        return drawn(logits, legal, choices)
    return likeliest(logits, legal)


@kernel
def action_of(
    s: Any,
    o: Any,
    seat: int,
    players: Row,
    memory: Row,
    legal: Row,
    choices: Row,
    shape: Row,
    weights: Any,
    numbers: Any,
    places: Row,
    scratch: Any,
    known: Any,
) -> int:
    """Return what NATURE, TABLE or a bot does; a bot with one legal action need not think."""
    ways = count(legal)
    if seat == NATURE:
        return nth(legal, draw(memory, ways))
    if ways == 1:
        return nth(legal, 0)
    open_own_stream(choices, seat, memory[CHANCE], memory[STEPS])
    if players[seat] == RULES:
        return suggest(s, o, seat, legal, choices)
    if players[seat] == NET:
        return net_action(s, o, seat, legal, choices, shape, weights, numbers, places, scratch, known)
    return nth(legal, draw(choices, ways))


@kernel
def go_on(
    s: Any,
    o: Any,
    seat: int,
    action: int,
    most: int,
    how: Row,
    players: Row,
    memory: Row,
    legal: Row,
    choices: Row,
    log: Any,
    shape: Row,
    weights: Any,
    numbers: Any,
    places: Row,
    scratch: Any,
    known: Any,
) -> int:
    """Take an action, and go on until a seat is asked or the game has ended; return what bots have done meanwhile.

    Args:
        s: The position.
        o: The options.
        seat: Who acts; NONE for nobody, at the beginning or where the log was full.
        action: What it does.
        most: The decisions after which the game is broken off.
        how: What is set before.
        players: By seat, which bot plays it.
        memory: What is remembered beside the position.
        legal: What whoever is asked may do.
        choices: Memory.
        log: What seats do that are not asked, a row for each, if anybody wants to know; when it is full it goes no
            further, as if the next of them were asked.
        shape: Of the net.
        weights: Of the net.
        numbers: Of the net.
        places: Memory of the net.
        scratch: Memory of the net.
        known: Memory of the net.
    """
    noted = 0
    acting = seat != NONE
    going = True
    while going:
        if acting:
            rules.apply(s, o, seat, action)
            memory[STEPS] += 1
            memory[DECISIONS] += seat < NATURE
        acting = True
        waiting = rules.waiting(s, o)
        seat = lowest_in(waiting) if waiting else NONE
        if waiting == 0:
            memory[STANDS] = OVER
            going = False
        elif seat < NATURE and 0 < most <= memory[DECISIONS]:
            memory[STANDS] = BROKEN_OFF
            going = False
        else:
            rules.legal(s, o, seat, legal)
            full = len(log) > 0 and noted == len(log)
            going = (how[ASKED] >> seat) & 1 == 0 and (seat >= NATURE or not full)
        if going:
            action = action_of(
                s, o, seat, players, memory, legal, choices, shape, weights, numbers, places, scratch, known
            )
            if seat < NATURE and len(log) > 0:
                log[noted][0] = seat
                log[noted][1] = action
                noted += 1
    memory[SEAT] = seat
    return noted


@kernel
def begin(s: Any, o: Any, positions: Any, row: int, memory: Row, choices: Row) -> None:
    """Set out the game of the seed that is remembered."""
    for index in range(LENGTH):
        positions[row, index] = 0
    rules.start(s, o)
    open_stream(memory, memory[SEED], DEALS, 0)
    memory[CHANCE] = derived_seed(choices, memory[SEED], CHOICES, 0)
    memory[STEPS] = 0
    memory[DECISIONS] = 0
    memory[ACTED] = NONE
    memory[STANDS] = RUNNING


@kernel
def show(s: Any, o: Any, how: Row, memory: Row, legal: Row, observation: Any, mask: Any) -> None:
    """Write what whoever is asked knows and may do; of a game that has ended, what the learner knows who acted last."""
    learner = memory[SEAT]
    if memory[STANDS] != RUNNING:
        clear(legal)
        learner = memory[ACTED] if memory[ACTED] != NONE else lowest_in(how[LEARNERS])
    look(s, o, learner, observation)
    for word in range(LEGAL_WORDS):
        write_set(mask, word * WORD_BITS, legal[word])


@entry("int64(int64, int64[::1])", makes_arrays=False)
def following(seed: int, stream: Words) -> int:
    """Return the seed of the game that follows the one of a seed; `stream` is memory."""
    return derived_seed(stream, seed, GAMES, 0)


@kernel
def end(s: Any, o: Any, how: Row, memory: Row, outcome: Any, rewards: Any) -> None:
    """Write what the seats get of a game that has ended."""
    if memory[STANDS] == FORFEITED:
        rewards[memory[ACTED]] = lowest_reward(features.lowest(o), features.highest(o), how[KIND], SIGN)
    elif memory[STANDS] == OVER:
        rules.outcome(s, o, outcome)
        for seat in range(o.seats):
            rewards[seat] = reward(outcome, o.seats, seat, how[KIND], SIGN)


@entry(
    "int64(int64[:,::1], int64[::1], int64[::1], int64[::1], int64[:,::1], int64[:,::1], int64[::1], int8[::1], "
    "int8[:,::1], int8[:,::1], int8[:,::1], float32[:,::1], float64[::1], int8[::1], int64[:,::1], int64[:,::1], "
    "int64[::1], int64[::1], int8[::1], float32[::1], int64[::1], float32[:,::1], int8[::1])",
    makes_arrays=False,
)
def step_games(  # noqa: C901, PLR0912, PLR0915  # one loop, so that everything is called in one place
    positions: Words,
    options: Words,
    how: Words,
    players: Words,
    memory: Words,
    legal: Words,
    actions: Words,
    what: Any,
    observations: Any,
    finals: Any,
    masks: Any,
    rewards: Any,
    paid: Any,
    ended: Any,
    outcomes: Words,
    log: Words,
    choices: Words,
    shape: Words,
    weights: Any,
    numbers: Any,
    places: Words,
    scratch: Any,
    known: Any,
) -> int:
    """Take an action in every game, or begin it; return how many rows of the log were written for the last one.

    What learners get (`rewards`, by seat, and `paid` to the one that acted) and how the game `ended` belong to the game
    in which the action was taken; observations and masks to the one that is played now, `finals` to one that has ended.
    A game that ends before a learner is asked is followed by the next one, but not where somebody reads the log.
    """
    o = options.view(OPTIONS)[0]
    games = positions.view(STATE)
    endings = outcomes.view(OUTCOME)
    noted = 0
    for row in range(len(positions)):
        if what[row] == REST:
            continue
        s = games[row, 0]
        seat = NONE
        action = actions[row]
        begins = what[row] == BEGIN
        ended[row] = RUNNING
        paid[row] = 0.0
        for other in range(o.seats):
            rewards[row, other] = 0.0
        if what[row] == STEP:
            if memory[row, STANDS] == RUNNING:
                seat = memory[row, SEAT]
                if (how[LEARNERS] >> seat) & 1:
                    memory[row, ACTED] = seat
                if not 0 <= action < rules.ACTIONS or not has(legal[row], action):
                    memory[row, STANDS] = FORFEITED
            else:
                memory[row, SEED] = derived_seed(choices, memory[row, SEED], GAMES, 0)
                begins = True
        going = True
        while going:
            if begins:
                begin(s, o, positions, row, memory[row], choices)
                seat = NONE
            if memory[row, STANDS] == RUNNING:
                noted = go_on(
                    s,
                    o,
                    seat,
                    action,
                    how[MOST] if memory[row, ACTED] != NONE else 0,
                    how,
                    players,
                    memory[row],
                    legal[row],
                    choices,
                    log,
                    shape,
                    weights,
                    numbers,
                    places,
                    scratch,
                    known,
                )
            if memory[row, ACTED] == NONE:
                memory[row, DECISIONS] = 0  # what bots do before does not count
            going = False
            if memory[row, STANDS] != RUNNING:
                memory[row, SEAT] = NONE
                if not begins:
                    for index in range(OUTCOME_LENGTH):
                        outcomes[row, index] = 0
                    end(s, o, how, memory[row], endings[row, 0], rewards[row])
                    ended[row] = memory[row, STANDS]
                    if memory[row, ACTED] != NONE:
                        paid[row] = rewards[row, memory[row, ACTED]]
                    going = how[SAME_STEP] != 0
                    if going:
                        look(s, o, memory[row, ACTED], finals[row])
                else:
                    going = len(log) == 0
                if going:
                    memory[row, SEED] = derived_seed(choices, memory[row, SEED], GAMES, 0)
                    begins = True
        masks[row, :] = 0
        show(s, o, how, memory[row], legal[row], observations[row], masks[row])
    return noted


@entry("int64(int64[::1], int64[:,::1], int64[:,::1])", makes_arrays=False)
def first_illegal(actions: Words, legal: Words, memory: Words) -> int:
    """Return the first row whose action is not legal in a game that is played, or -1."""
    for row in range(len(actions)):
        action = actions[row]
        if memory[row, STANDS] == RUNNING and (not 0 <= action < rules.ACTIONS or not has(legal[row], action)):
            return row
    return -1

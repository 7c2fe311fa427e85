"""Whole games as lists of what the seats did: played by rules of thumb, followed again, and played out from the middle.

NATURE draws from its stream as at a `Table`, and seats from theirs as bots do, so a game here is the game that the same
bots play anywhere else with the same seeds.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from stammtisch.kernel.bits import count, has, lowest_in, nth, words_for
from stammtisch.kernel.chance import (
    CHOICES,
    DEALS,
    STREAM_LENGTH,
    TRIES,
    WORLDS,
    draw,
    open_own_stream,
    open_stream,
)
from stammtisch.kernel.compile import entry, kernel
from stammtisch.kernel.drivers.placeholders import hints, rules
from stammtisch.kernel.outcome import Outcome
from stammtisch.kernel.record import Row, Words
from stammtisch.kernel.search_tree import WHOLE, win_share
from stammtisch.kernel.seats import MAX_SEATS, NATURE, TABLE

STATE = rules.State.dtype
OPTIONS = rules.Options.dtype
OUTCOME = Outcome.dtype
OUTCOME_LENGTH = Outcome.length
LENGTH = rules.State.length
LEGAL_WORDS = words_for(rules.ACTIONS)
# What is written of each action of a seat: the number of its step, who, what, out of how many, whether its decision
# ended with it, and who owed one before it
STEP, SEAT, ACTION, WAYS, COMPLETES, WAITED = range(6)
# What is counted besides: steps, choices of NATURE that could have been others, what TABLE was forced to do
STEPS, CHANCES, FORCED = range(3)


@kernel
def _choose(s: Any, o: Any, seat: int, by_thumb: bool, legal: Row, choices: Row) -> int:  # noqa: FBT001
    """Return what rules of thumb suggest, or any legal action."""
    if by_thumb:
        return hints.suggest(s, o, seat, legal, choices)
    return nth(legal, draw(choices, count(legal)))


@kernel
def _choose_again(
    s: Any,
    o: Any,
    seat: int,
    by_thumb: bool,  # noqa: FBT001
    legal: Row,
    barred: Row,
    choices: Row,
    seed: int,
    number: int,
) -> int:
    """Return what `RestrictedBot` does where the bot would do what is barred; -1 if nothing else is legal."""
    for index in range(LEGAL_WORDS):
        legal[index] &= ~barred[index]
    if count(legal) == 0:
        return -1
    for attempt in range(1, TRIES):
        open_own_stream(choices, seat, seed ^ attempt, number)
        action = _choose(s, o, seat, by_thumb, legal, choices)
        if has(legal, action):
            return action
    open_own_stream(choices, seat, seed ^ TRIES, number)
    return nth(legal, draw(choices, count(legal)))


@kernel
def keep_alive(words: Words) -> None:
    """Use words that are seen through a record: the record does not hold them, and unused memory is given back."""
    words[0] += 0


@entry("int64(int64[::1], int64, int64, int64, int64[:,::1], boolean, int64, int64[:,::1])")
def play_by_hints(
    options: Words,
    deal_seed: int,
    chance_seed: int,
    ruled: int,
    barred: Words,
    drawn: bool,  # noqa: FBT001
    most: int,
    taken: Words,
) -> int:
    """Play a game: seats in the bits of `ruled` by rules of thumb, the others at random; return how often seats acted.

    Args:
        options: The options of the game.
        deal_seed: The seed of NATURE.
        chance_seed: The seed that the seats are given.
        ruled: Who follows the rules of thumb, as bits.
        barred: By seat what it goes without unless nothing else is legal, as bits.
        drawn: Whether each seat's first decision is drawn at random.
        most: A game is broken off after so many steps.
        taken: Gets seats and their actions.
    """
    o = options.view(OPTIONS)[0]
    words = np.zeros(LENGTH, np.int64)
    s = words.view(STATE)[0]
    deals = np.zeros(STREAM_LENGTH, np.int64)
    choices = np.zeros(STREAM_LENGTH, np.int64)
    legal = np.zeros(LEGAL_WORDS, np.int64)
    open_stream(deals, deal_seed, DEALS, 0)
    rules.start(s, o)
    acted = 0
    steps = 0
    waiting = rules.waiting(s, o)
    while waiting != 0 and steps < most:
        seat = lowest_in(waiting)
        rules.legal(s, o, seat, legal)
        if seat == NATURE:
            action = nth(legal, draw(deals, count(legal)))
        elif seat == TABLE:
            action = nth(legal, 0)
        else:
            open_own_stream(choices, seat, chance_seed, steps)
            by_chance = drawn and s.decided[seat] == 0
            by_thumb = (ruled >> seat) & 1 == 1 and not by_chance
            action = _choose(s, o, seat, by_thumb, legal, choices)
            if has(barred[seat], action) and not by_chance:
                again = _choose_again(s, o, seat, by_thumb, legal, barred[seat], choices, chance_seed, steps)
                action = action if again < 0 else again
            taken[acted, 0] = seat
            taken[acted, 1] = action
            acted += 1
        rules.apply(s, o, seat, action)
        steps += 1
        waiting = rules.waiting(s, o)
    keep_alive(words)
    return acted


@kernel
def _again(seat: int, legal: Row, deals: Row, taken: Words, acted: int) -> int:
    """Return what was done: NATURE draws the same from the same stream."""
    if seat == NATURE:
        return nth(legal, draw(deals, count(legal)))
    return nth(legal, 0) if seat == TABLE else taken[acted, 1]


@entry("void(int64[::1], int64, int64[:,::1], int64[:,::1], int64[::1], int64[::1])")
def retrace(options: Words, deal_seed: int, taken: Words, rows: Words, counts: Words, position: Words) -> None:
    """Take the actions of seats again that were taken in a game, with the deals of NATURE and all that is forced.

    Args:
        options: The options of the game.
        deal_seed: The seed of NATURE.
        taken: Seats and their actions.
        rows: What is to be known of each of them; they may be fewer, and then nothing is written of the others.
        counts: What else is counted.
        position: Blank; becomes what all this leads to, when it is a seat's turn again or the game is over.
    """
    o = options.view(OPTIONS)[0]
    s = position.view(STATE)[0]
    deals = np.zeros(STREAM_LENGTH, np.int64)
    legal = np.zeros(LEGAL_WORDS, np.int64)
    open_stream(deals, deal_seed, DEALS, 0)
    rules.start(s, o)
    acted = 0
    waiting = rules.waiting(s, o)
    while waiting != 0:
        seat = lowest_in(waiting)
        if seat < NATURE and acted == len(taken):
            return
        if seat < NATURE:
            seat = taken[acted, 0]
        rules.legal(s, o, seat, legal)
        ways = count(legal)
        action = _again(seat, legal, deals, taken, acted)
        counts[CHANCES] += seat == NATURE and ways > 1
        counts[FORCED] += seat == TABLE
        decided = s.decided[seat] if seat < NATURE else 0
        rules.apply(s, o, seat, action)
        if seat < NATURE:
            if acted < len(rows):
                rows[acted, STEP] = counts[STEPS]
                rows[acted, SEAT] = seat
                rows[acted, ACTION] = action
                rows[acted, WAYS] = ways
                rows[acted, COMPLETES] = s.decided[seat] > decided
                rows[acted, WAITED] = waiting
            acted += 1
        counts[STEPS] += 1
        waiting = rules.waiting(s, o)


@kernel
def _share_lead(s: Any, o: Any, worths: Row, out: Row) -> None:
    """Write by seat its part of being ahead where a position is settled."""
    for seat in range(o.seats):
        worths[seat] = rules.worth(s, o, seat)
    for seat in range(o.seats):
        out[seat] = win_share(worths, o.seats, seat)


@kernel
def _share_win(s: Any, o: Any, outcome: Any, out: Row) -> None:
    """Write by seat its part of the win of a game that is over."""
    rules.outcome(s, o, outcome)
    first = 0
    for seat in range(o.seats):
        first += outcome.place[seat] == 1
    for seat in range(o.seats):
        out[seat] = WHOLE // first if outcome.place[seat] == 1 else 0


@entry("int64(int64[::1], int64, int64[:,::1], int64[:,::1])")
def find_rests(options: Words, deal_seed: int, taken: Words, found: Words) -> int:
    """Follow a whole game; return how often it was settled, its end included.

    Args:
        options: The options of the game.
        deal_seed: The seed of NATURE.
        taken: Seats and their actions.
        found: Gets for each time how many actions of seats there were before, and then by seat its part of being ahead.
    """
    o = options.view(OPTIONS)[0]
    words = np.zeros(LENGTH, np.int64)
    s = words.view(STATE)[0]
    deals = np.zeros(STREAM_LENGTH, np.int64)
    legal = np.zeros(LEGAL_WORDS, np.int64)
    worths = np.zeros(MAX_SEATS, np.int64)
    open_stream(deals, deal_seed, DEALS, 0)
    rules.start(s, o)
    acted = 0
    times = 0
    resting = False
    waiting = rules.waiting(s, o)
    while waiting != 0:
        seat = lowest_in(waiting)
        if seat < NATURE:
            seat = taken[acted, 0]
        rules.legal(s, o, seat, legal)
        rules.apply(s, o, seat, _again(seat, legal, deals, taken, acted))
        acted += seat < NATURE
        before = resting
        resting = rules.settled(s, o)
        if resting and not before:
            found[times, 0] = acted
            _share_lead(s, o, worths, found[times, 1:])
            times += 1
        waiting = rules.waiting(s, o)
    keep_alive(words)
    return times


@kernel
def finish(s: Any, o: Any, deals: Row, choices: Row, legal: Row, most: int, rests: bool) -> bool:  # noqa: FBT001  # by place
    """Let all seats follow the rules of thumb; whether the game came so far as it was to within so many steps.

    That is to its end, or if it `rests`, to where it is next settled.
    """
    waiting = rules.waiting(s, o)
    steps = 0
    while waiting != 0 and steps < most and not (rests and rules.settled(s, o)):
        seat = lowest_in(waiting)
        rules.legal(s, o, seat, legal)
        if seat == NATURE:
            action = nth(legal, draw(deals, count(legal)))
        elif seat == TABLE:
            action = nth(legal, 0)
        else:
            action = hints.suggest(s, o, seat, legal, choices)
        rules.apply(s, o, seat, action)
        steps += 1
        waiting = rules.waiting(s, o)
    return waiting == 0 or steps < most


@entry("void(int64[::1], int64[::1], int64, int64, int64, boolean, int64[::1], int64[:,:,::1])")
def play_out(
    view: Words,
    options: Words,
    viewer: int,
    seed: int,
    most: int,
    rests: bool,  # noqa: FBT001  # compiled functions are called by place
    first: Words,
    wins: Words,
) -> None:
    """Play worlds that a viewer cannot tell apart to their end, each several times.

    Args:
        view: What the viewer knows.
        options: The options of the game.
        viewer: A seat or SPECTATOR; or TABLE, before whom all lies open: then the view is the world.
        seed: Fixes worlds and all that happens in them.
        most: Games that take more steps have no winner.
        rests: Whether each ends where it is next settled, and the win is to be ahead there.
        first: What the viewer does at first, by time, and then all times have the same chance; or empty.
        wins: By world, time and seat: its part of the win, `WHOLE` or what is left of it among those that share it.
    """
    o = options.view(OPTIONS)[0]
    words = np.zeros(LENGTH, np.int64)
    world = np.zeros(LENGTH, np.int64)
    s = words.view(STATE)[0]
    dealt = world.view(STATE)[0]
    known = view.view(STATE)[0]
    ends = np.zeros(OUTCOME_LENGTH, np.int64)
    outcome = ends.view(OUTCOME)[0]
    scratch = np.zeros(rules.SCRATCH, np.int64)
    stream = np.zeros(STREAM_LENGTH, np.int64)
    deals = np.zeros(STREAM_LENGTH, np.int64)
    legal = np.zeros(LEGAL_WORDS, np.int64)
    worths = np.zeros(MAX_SEATS, np.int64)
    for number in range(wins.shape[0]):
        open_stream(stream, seed, WORLDS, number)
        world[:] = view
        if viewer != TABLE:
            rules.redeal(known, o, viewer, stream, scratch, dealt)
        for time in range(wins.shape[1]):
            words[:] = world
            future = number if len(first) else number * wins.shape[1] + time
            open_stream(deals, seed, DEALS, future)
            open_stream(stream, seed, CHOICES, future)
            wins[number, time, :] = 0
            if len(first):
                rules.apply(s, o, viewer, first[time])
            if finish(s, o, deals, stream, legal, most, rests):
                if rests:
                    _share_lead(s, o, worths, wins[number, time])
                else:
                    ends[:] = 0
                    _share_win(s, o, outcome, wins[number, time])

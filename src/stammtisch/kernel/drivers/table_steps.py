"""One table for Python callers: what a decision forces, what is legal then, and what a seat is shown.

A whole game is followed at once where it is known what its seats did.
"""

from __future__ import annotations

from typing import Any

from stammtisch.kernel.bits import WORD_BITS, count, has, lowest_in, nth, words_for
from stammtisch.kernel.chance import draw
from stammtisch.kernel.compile import entry, kernel
from stammtisch.kernel.drivers.placeholders import features, rules
from stammtisch.kernel.observation_layout import write_set
from stammtisch.kernel.outcome import Outcome, reward
from stammtisch.kernel.record import Row, Words
from stammtisch.kernel.seats import NATURE, NONE, TABLE

STATE = rules.State.dtype
OPTIONS = rules.Options.dtype
OUTCOME = Outcome.dtype
OUTCOME_LENGTH = Outcome.length
LEGAL_WORDS = words_for(rules.ACTIONS)
SIGN = 1 if features.HIGHER_IS_BETTER else -1  # of scores as rewards
ASKED, WAITING = rules.ACTIONS, rules.ACTIONS + 1  # where a listing says who is asked, and who all owe a decision
LISTING = WAITING + 1  # how long it is
observe = features.observe


@kernel
def list_actions(legal: Row, listing: Row) -> int:
    """Write the legal actions one after another, and return how many there are."""
    found = 0
    for word in range(LEGAL_WORDS):
        members = legal[word]
        while members:
            listing[found] = word * WORD_BITS + lowest_in(members)
            members &= members - 1
            found += 1
    return found


@entry("int64(int64[::1], int64[::1], int64[::1], int64[::1], int64[::1], int64, int64)", makes_arrays=False)
def follow(position: Words, options: Words, deals: Words, legal: Words, listing: Words, seat: int, action: int) -> int:
    """Take an action and the steps that no seat decides; list what whoever is asked may do, and return how many.

    Args:
        position: Where the game stands.
        options: Its options.
        deals: The stream by which NATURE draws; without any, NATURE is asked as seats are.
        legal: Memory.
        listing: The actions of whoever is asked, lowest first; at its end who that is, NONE when it is over, and as
            bits all that owe a decision.
        seat: Who acts; NONE for nobody, at the beginning.
        action: What it does. If that is illegal, nothing happens, and -1 is returned.
    """
    s = position.view(STATE)[0]
    o = options.view(OPTIONS)[0]
    acting = seat != NONE
    if acting:
        rules.legal(s, o, seat, legal)
        if not has(legal, action):
            return -1
    forced = True
    while forced:
        if acting:
            rules.apply(s, o, seat, action)
        acting = True
        waiting = rules.waiting(s, o)
        listing[WAITING] = waiting
        if waiting == 0:
            listing[ASKED] = NONE
            return 0
        seat = lowest_in(waiting)
        rules.legal(s, o, seat, legal)
        forced = seat == TABLE or (seat == NATURE and len(deals) > 0)
        if forced:
            action = nth(legal, draw(deals, count(legal)) if seat == NATURE else 0)
    listing[ASKED] = seat
    return list_actions(legal, listing)


@entry("void(int64[::1], int64[::1], int64, int64[::1], int8[::1], int8[::1])", makes_arrays=False)
def show(position: Words, options: Words, seat: int, legal: Words, observation: Any, mask: Any) -> None:
    """Write what a seat knows and what it may do into blank rows; `legal` is memory."""
    s = position.view(STATE)[0]
    o = options.view(OPTIONS)[0]
    observe(s, o, seat, observation)
    rules.legal(s, o, seat, legal)
    for word in range(LEGAL_WORDS):
        write_set(mask, word * WORD_BITS, legal[word])


@entry("void(int64[::1], int64[::1], int64[::1], int64, float64[::1])", makes_arrays=False)
def pay(position: Words, options: Words, outcome: Words, kind: int, rewards: Any) -> None:
    """Write what the seats get in a game that is over, by the number of the reward; `outcome` is memory."""
    for index in range(OUTCOME_LENGTH):
        outcome[index] = 0
    ending = outcome.view(OUTCOME)[0]
    o = options.view(OPTIONS)[0]
    rules.outcome(position.view(STATE)[0], o, ending)
    for seat in range(o.seats):
        rewards[seat] = reward(ending, o.seats, seat, kind, SIGN)


@entry(
    "int64(int64[::1], int64[::1], int64[::1], int64[::1], int64[:,::1], int64[:,::1], int64[:,::1], int8[:,::1], "
    "int8[:,::1])",
    makes_arrays=False,
)
def trace(
    position: Words,
    options: Words,
    deals: Words,
    legal: Words,
    taken: Words,
    steps: Words,
    rows: Words,
    observations: Any,
    masks: Any,
) -> int:
    """Take the actions of seats again that were taken in a game; return how many steps it had, -1 if one is illegal.

    Args:
        position: Where the game begins, before the first deal; becomes what all this leads to.
        options: Its options.
        deals: The stream by which NATURE draws.
        legal: Memory.
        taken: Seats and their actions.
        steps: Gets seats and actions of all steps, as far as there is room.
        rows: Gets for each action of a seat the number of its step, and out of how many it was.
        observations: Blank rows; get for each of them what the seat knew before.
        masks: Blank rows; get what it could do.
    """
    s = position.view(STATE)[0]
    o = options.view(OPTIONS)[0]
    acted = 0
    number = 0
    waiting = rules.waiting(s, o)
    while waiting != 0:
        seat = lowest_in(waiting)
        if seat < NATURE:
            if acted == len(taken):
                return number
            seat = taken[acted, 0]
        rules.legal(s, o, seat, legal)
        ways = count(legal)
        if seat < NATURE:
            action = taken[acted, 1]
            if not has(legal, action):
                return -1
            rows[acted, 0] = number
            rows[acted, 1] = ways
            observe(s, o, seat, observations[acted])
            for word in range(LEGAL_WORDS):
                write_set(masks[acted], word * WORD_BITS, legal[word])
            acted += 1
        else:
            action = nth(legal, draw(deals, ways) if seat == NATURE else 0)
        if number < len(steps):
            steps[number, 0] = seat
            steps[number, 1] = action
        rules.apply(s, o, seat, action)
        number += 1
        waiting = rules.waiting(s, o)
    return number

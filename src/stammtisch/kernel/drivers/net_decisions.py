"""A net at one seat of any game: what it says of a view, and what it says a little later.

Looking ahead is rollout policy improvement (Tesauro and Galperin, 1996) over determinizations: in worlds drawn by
`redeal` an action is taken, all seats go on as the net says, each by what it would know there, and the net is asked
again when the searching seat is asked again, or the result is known. All actions are tried in the same worlds with the
same chance. Nothing that is seen of a world is used but what the seats in it would know.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from stammtisch.kernel.bits import assign, count, lowest_in, nth, words_for
from stammtisch.kernel.chance import CHOICES, DEALS, STREAM_LENGTH, WORLDS, draw, open_stream
from stammtisch.kernel.compile import entry, kernel
from stammtisch.kernel.drivers.placeholders import features, rules
from stammtisch.kernel.net import ACTIONS, AHEAD, HEADS, INPUTS, VALUE, WIDTH, chance_of, drawn, likeliest, run_net
from stammtisch.kernel.record import Row, Words
from stammtisch.kernel.search_tree import WHOLE, win_share
from stammtisch.kernel.seats import HIDDEN, MAX_SEATS, NATURE, TABLE

STATE = rules.State.dtype
OPTIONS = rules.Options.dtype
LENGTH = rules.State.length
SIZE = features.LAYOUT.size
LEGAL_WORDS = words_for(rules.ACTIONS)
observe = features.observe
NOWHERE, EVERYWHERE, WHERE_HIDDEN = range(3)  # where a net draws instead of doing what is likeliest


@kernel
def ask(
    s: Any,
    o: Any,
    seat: int,
    observation: Any,
    shape: Row,
    weights: Any,
    numbers: Any,
    places: Row,
    hidden: Any,
    sums: Any,
    out: Any,
) -> None:
    """Write what the net says of what a seat knows."""
    for index in range(SIZE):
        observation[index] = 0
    observe(s, o, seat, observation)
    run_net(observation, shape, weights, numbers, places, hidden, sums, out)


@kernel
def go_on(
    s: Any,
    o: Any,
    observer: int,
    until: int,
    deals: Row,
    choices: Row,
    legal: Row,
    observation: Any,
    shape: Row,
    weights: Any,
    numbers: Any,
    places: Row,
    hidden: Any,
    sums: Any,
    out: Any,
) -> None:
    """Let all seats play as the net says until it is settled, or the observer, who has decided so often, is asked.

    Then `out` is what the net says to the observer. It does what is likeliest, the others draw.
    """
    while not rules.settled(s, o):
        seat = lowest_in(rules.waiting(s, o))
        rules.legal(s, o, seat, legal)
        ways = count(legal)
        action = nth(legal, 0)
        if seat == NATURE:
            action = nth(legal, draw(deals, ways))
        elif seat != TABLE and ways > 1:
            ask(s, o, seat, observation, shape, weights, numbers, places, hidden, sums, out)
            if seat == observer and s.decided[observer] >= until:
                return
            action = likeliest(out, legal) if seat == observer else drawn(out, legal, choices)
        rules.apply(s, o, seat, action)


@entry("void(int64[::1], int64[::1], int64, int64[::1], int8[::1], float32[::1], float32[::1])")
def ask_net(view: Words, options: Words, seat: int, shape: Words, weights: Any, numbers: Any, out: Any) -> None:
    """Write what the net says of a view: logits of all actions, the value, and the logit of being ahead."""
    longest = max(shape[INPUTS], shape[WIDTH], shape[ACTIONS] + HEADS)
    places = np.zeros(longest, np.int64)
    hidden = np.zeros(longest, np.float32)
    sums = np.zeros(longest, np.float32)
    observation = np.zeros(SIZE, np.int8)
    s, o = view.view(STATE)[0], options.view(OPTIONS)[0]
    ask(s, o, seat, observation, shape, weights, numbers, places, hidden, sums, out)


@entry(
    "void(int64[::1], int64[::1], int64, int64, int64, int64, int64, int64[::1], int64[::1], int8[::1], float32[::1], "
    "float64, float32[:,:,::1])"
)
def look_ahead(
    view: Words,
    options: Words,
    observer: int,
    seed: int,
    first: int,
    after: int,
    decisions: int,
    actions: Words,
    shape: Words,
    weights: Any,
    numbers: Any,
    scale: float,
    results: Any,
) -> None:
    """Try some actions in the worlds from `first` to before `after`.

    Args:
        view: What the searching seat knows.
        options: The options of the game.
        observer: The searching seat, which is asked.
        seed: Fixes all draws.
        first: The number of the first world.
        after: The number after the last one.
        decisions: How many the observer takes, this one included, before the net is asked what that is worth.
        actions: What it may do first.
        shape: Of the net.
        weights: Of the net.
        numbers: Of the net.
        scale: What a value of 1 is in worth, for each seat of the game.
        results: By world and action: how the observer will stand, and its chance to be ahead.
    """
    o = options.view(OPTIONS)[0]
    words = np.zeros(LENGTH, np.int64)
    s = words.view(STATE)[0]
    known = view.view(STATE)[0]
    scratch = np.zeros(rules.SCRATCH, np.int64)
    worlds = np.zeros(STREAM_LENGTH, np.int64)
    deals = np.zeros(STREAM_LENGTH, np.int64)
    choices = np.zeros(STREAM_LENGTH, np.int64)
    legal = np.zeros(LEGAL_WORDS, np.int64)
    worths = np.zeros(MAX_SEATS, np.int64)
    longest = max(shape[INPUTS], shape[WIDTH], shape[ACTIONS] + HEADS)
    places = np.zeros(longest, np.int64)
    hidden = np.zeros(longest, np.float32)
    sums = np.zeros(longest, np.float32)
    observation = np.zeros(SIZE, np.int8)
    out = np.zeros(shape[ACTIONS] + HEADS, np.float32)
    drawn_world = np.zeros(LENGTH, np.int64)
    until = known.decided[observer] + decisions
    for world in range(first, after):
        open_stream(worlds, seed, WORLDS, world)
        assign(drawn_world, view)
        rules.redeal(known, o, observer, worlds, scratch, drawn_world.view(STATE)[0])
        for index in range(len(actions)):
            assign(words, drawn_world)
            open_stream(deals, seed, DEALS, world)
            open_stream(choices, seed, CHOICES, world)
            rules.apply(s, o, observer, actions[index])
            go_on(
                s,
                o,
                observer,
                until,
                deals,
                choices,
                legal,
                observation,
                shape,
                weights,
                numbers,
                places,
                hidden,
                sums,
                out,
            )
            if rules.settled(s, o):
                for seat in range(o.seats):
                    worths[seat] = rules.worth(s, o, seat)
                results[world - first, index, 0] = worths[observer]
                results[world - first, index, 1] = win_share(worths, o.seats, observer) / WHOLE
            else:
                value = out[shape[ACTIONS] + VALUE] * scale * o.seats
                results[world - first, index, 0] = rules.worth(s, o, observer) + value
                results[world - first, index, 1] = chance_of(out[shape[ACTIONS] + AHEAD])


@kernel
def draws_here(draws: int, s: Any, o: Any, seat: int, legal: Row) -> bool:
    """Whether a net draws here; hidden is what the next seat will not see, and so must not be able to foresee."""
    if draws == WHERE_HIDDEN:
        return rules.seen(s, o, (seat + 1) % o.seats, seat, nth(legal, 0)) == HIDDEN
    return draws == EVERYWHERE


@entry(
    "void(int64[:,::1], int64[:,::1], int64[::1], int64[::1], int8[:,::1], int64[:,::1], int64[::1], int8[::1], "
    "float32[::1], int64[:,::1], int64, int64[::1])",
)
def choose_actions(
    positions: Words,
    options: Words,
    variant: Words,
    seats: Words,
    observations: Any,
    legal: Words,
    shape: Words,
    weights: Any,
    numbers: Any,
    streams: Words,
    draws: int,
    actions: Words,
) -> None:
    """Write for many games the action that the net takes, or draws, by what whoever is asked knows."""
    choices = options.view(OPTIONS)
    games = positions.view(STATE)
    longest = max(shape[INPUTS], shape[WIDTH], shape[ACTIONS] + HEADS)
    places = np.zeros(longest, np.int64)
    hidden = np.zeros(longest, np.float32)
    sums = np.zeros(longest, np.float32)
    out = np.zeros(shape[ACTIONS] + HEADS, np.float32)
    for row in range(len(actions)):
        run_net(observations[row], shape, weights, numbers, places, hidden, sums, out)
        if draws_here(draws, games[row, 0], choices[variant[row], 0], seats[row], legal[row]):
            actions[row] = drawn(out, legal[row], streams[row])
        else:
            actions[row] = likeliest(out, legal[row])

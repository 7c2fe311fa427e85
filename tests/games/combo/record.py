"""A driver that plays random games compiled and writes down all of it: steps, legal actions and positions."""

from __future__ import annotations

from typing import Any

import numpy as np

from stammtisch.games.combo.cards import CARDS, COLOURS, RANKS, has_card
from stammtisch.games.combo.position import DONE, DRAW, INTO, Phase
from stammtisch.kernel.bits import count, count_in, nth, nth_in
from stammtisch.kernel.chance import CHOICES, STREAM_LENGTH, draw, open_stream
from stammtisch.kernel.compile import entry, kernel
from stammtisch.kernel.drivers.placeholders import rules
from stammtisch.kernel.record import Row, Words
from tests.games.combo.moods import Mood

STATE = rules.State.dtype
OPTIONS = rules.Options.dtype


@kernel
def liking(s: Any, action: int, mood: int) -> int:
    """Return how much an action is liked: by the eager equal cards and combinations of many, by hoarders old cards."""
    if mood == Mood.HOARDING and action >= CARDS:
        return action in (DRAW, DONE)
    if action >= CARDS:
        return action if action < INTO else 0
    if s.turn < 0:
        return 0
    gives = s.phase in (Phase.DISCARD, Phase.EXCHANGE)
    if mood == Mood.HOARDING:
        return gives and (has_card(s.taken[s.turn], action) or has_card(s.hidden[0], action))
    equal = 0
    for colour in range(COLOURS):
        equal += has_card(s.hand[s.turn], colour * RANKS + action % RANKS)
    return -equal if gives else equal


@kernel
def favourite(s: Any, legal: Row, action: int, mood: int) -> int:
    """Return the legal action that is liked best; of those liked alike `action`, or else the first."""
    best = action
    for index in range(count(legal)):
        other = nth(legal, index)
        if liking(s, other, mood) > liking(s, best, mood):
            best = other
    return best


@entry("int64(int64[::1], int64, int64, int64, int64[:,::1], int64[:,::1], int64[:,::1])")
def record_game(options: Words, seed: int, number: int, mood: int, steps: Words, legal: Words, positions: Words) -> int:
    """Play game `number` of `seed`; return how many steps there were, at most as many as there are rows.

    Any of those waited for acts, and takes any legal action; in a mood three times of four the one it likes best. Step
    k is `steps[k]`, a seat and an action; `legal[k]` is what it could do, and `positions[k]` the position before it.
    """
    o = options.view(OPTIONS)[0]
    stream = np.zeros(STREAM_LENGTH, np.int64)
    open_stream(stream, seed, CHOICES, number)
    positions[0, :] = 0
    rules.start(positions[0].view(STATE)[0], o)
    for step in range(len(steps)):
        s = positions[step].view(STATE)[0]
        waiting = rules.waiting(s, o)
        if waiting == 0:
            return step
        seat = nth_in(waiting, draw(stream, count_in(waiting)))
        rules.legal(s, o, seat, legal[step])
        action = nth(legal[step], draw(stream, count(legal[step])))
        if mood != Mood.EVEN and draw(stream, 4) > 0:
            action = favourite(s, legal[step], action, mood)
        steps[step, 0] = seat
        steps[step, 1] = action
        positions[step + 1, :] = positions[step]
        rules.apply(positions[step + 1].view(STATE)[0], o, seat, action)
    return len(steps)

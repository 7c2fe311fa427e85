"""Random games: NATURE and every seat choose evenly among their legal actions."""

from __future__ import annotations

from typing import Any

import numpy as np

from stammtisch.kernel.bits import count, count_in, lowest_in, nth, nth_in, words_for
from stammtisch.kernel.chance import CHOICES, DEALS, STREAM_LENGTH, draw, open_stream
from stammtisch.kernel.compile import entry, kernel
from stammtisch.kernel.drivers.placeholders import rules
from stammtisch.kernel.record import Row, Words
from stammtisch.kernel.seats import NATURE, TABLE

STATE = rules.State.dtype
OPTIONS = rules.Options.dtype
LEGAL_WORDS = words_for(rules.ACTIONS)
ONE_WORD = LEGAL_WORDS == 1


@kernel
def play_on(s: Any, o: Any, deals: Row, choices: Row, legal: Row, most: int) -> tuple[int, int]:
    """Play at most `most` steps; return how many there were and how many of them seats took.

    Sealed choices are made in the order of the seats. TABLE has one action, so it draws nothing.
    """
    steps = 0
    moves = 0
    waiting = rules.waiting(s, o)
    while waiting != 0 and steps < most:
        seat = lowest_in(waiting)
        rules.legal(s, o, seat, legal)
        ways = count_in(legal[0]) if ONE_WORD else count(legal)  # asking one word directly saves a fourteenth
        index = 0
        if seat == NATURE:
            index = draw(deals, ways)
        elif seat != TABLE:
            index = draw(choices, ways)
            moves += 1
        rules.apply(s, o, seat, nth_in(legal[0], index) if ONE_WORD else nth(legal, index))
        steps += 1
        waiting = rules.waiting(s, o)
    return steps, moves


@entry("void(int64[:,::1], int64[::1], int64, int64, int64, int64[:,::1])")
def play_games(positions: Words, options: Words, seed: int, first: int, most: int, counts: Words) -> None:
    """Play a random game from the start in each row of `positions`; they are numbers `first`, `first` + 1, … of `seed`.

    `counts` gets steps and player moves, a row for each game.
    """
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
        steps, moves = play_on(s, o, deals, choices, legal, most)
        counts[row, 0] = steps
        counts[row, 1] = moves

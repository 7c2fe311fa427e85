"""Play a game compiled with bounds checks, and ask its rules everything on the way.

The process must have been started with `NUMBA_BOUNDSCHECK=1`. What the rules answer is compared elsewhere, without
checks; here it only matters that none of them reads or writes what is not there.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping
from random import Random
from types import ModuleType
from typing import Any, cast

import numpy as np

from stammtisch.core.options import make_options
from stammtisch.kernel.bits import words_for
from stammtisch.kernel.chance import STREAM_LENGTH, WORLDS, open_stream
from stammtisch.kernel.compile import driver
from stammtisch.kernel.outcome import Outcome
from stammtisch.kernel.record import Words
from stammtisch.kernel.seats import NATURE, TABLE
from stammtisch.testing.walk import even, highest, lowest, viewers
from tests.subjects import SUBJECTS

WALKS = 6  # games walked through step by step, for each option set, in half of which seats have moods
LONGEST = 6_000  # steps of a walk
MOODY = 1_000  # and of one in which seats have moods, which may never end
ASKED = 8  # positions of each phase, in each walk, in which every rule is asked everything


class Walk:
    """A game that is walked through compiled."""

    def __init__(self, rules: Any, choices: Mapping[str, object], seed: int) -> None:
        self.rules, self.random = rules, Random(seed)
        self.calls: Any = driver("stammtisch.kernel.drivers.rules_calls", cast(ModuleType, rules))
        options = make_options(rules, choices)
        self.seats, self.viewers = range(options.seats), viewers(options)
        self.o = np.array(options.words(), np.int64)
        self.s = np.zeros(rules.State.length, np.int64)
        self.bits = np.zeros(words_for(rules.ACTIONS), np.int64)
        self.calls.start(self.s, self.o)

    def legal(self, seat: int) -> list[int]:
        """Return the legal actions of a seat."""
        self.calls.legal(self.s, self.o, seat, self.bits)
        return [action for action in range(self.rules.ACTIONS) if self.bits[action // 63] >> action % 63 & 1]

    def waited_for(self) -> list[int]:
        """Return who owes a decision."""
        bits = self.calls.waiting(self.s, self.o)
        return [seat for seat in (*self.seats, NATURE, TABLE) if bits >> seat & 1]

    def walk(self, *, moody: bool) -> int:
        """Play to the end, or as long as it may take; return in how many positions everything was asked."""
        asked = Counter[int]()
        moods = [self.random.choice((even, lowest, highest) if moody else (even,)) for _ in self.seats]
        for _ in range(MOODY if moody else LONGEST):
            phase = int(self.rules.State.over(self.s).phase)
            if asked[phase] < ASKED or self.random.random() < 1 / asked.total():
                asked[phase] += 1
                self.ask_everything()
            if not (waited_for := self.waited_for()):
                break
            seat = self.random.choice(waited_for)
            choose = moods[seat] if seat < len(moods) else even
            self.calls.apply(self.s, self.o, seat, choose(self.legal(seat), self.random))
        return asked.total()

    def ask_everything(self) -> None:
        """Call each function as the laws do: for all seats, viewers and actions, legal or not."""
        calls, s, o, out = self.calls, self.s, self.o, np.zeros_like(self.s)
        calls.start(out, o)
        calls.settled(s, o)
        for seat in self.seats:
            calls.worth(s, o, seat)
        for seat in (*self.viewers, *self.waited_for()):
            for action in range(-1, self.rules.ACTIONS + 1):
                calls.check(s, o, seat, action)
            for action in self.legal(seat):
                out[:] = s
                calls.apply(out, o, seat, action)
                for viewer in self.viewers:
                    calls.seen(s, o, viewer, seat, action)
        if not self.waited_for():
            calls.outcome(s, o, np.zeros(Outcome.length, np.int64))
        for viewer in self.viewers:
            calls.view(s, o, viewer, out)
            self.redeal(out, viewer)

    def redeal(self, view: Words, viewer: int) -> None:
        """Draw a world for a view."""
        stream, scratch = np.zeros(STREAM_LENGTH, np.int64), np.zeros(self.rules.SCRATCH, np.int64)
        open_stream(cast(Any, stream), self.random.getrandbits(63), WORLDS, viewer)
        self.calls.redeal(view, self.o, viewer, stream, scratch, np.zeros_like(view))


def main(name: str) -> None:
    """Play with every option set of a game."""
    game, asked = SUBJECTS[name].game, 0
    for number, choices in enumerate(game.rules.OPTION_SETS):
        for walk in range(WALKS):
            asked += Walk(game.rules, choices, 100 * number + walk).walk(moody=walk % 2 == 1)
    sys.stdout.write(f"{asked}\n")


if __name__ == "__main__":
    main(sys.argv[1])

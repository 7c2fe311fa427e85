"""A game that was played, at any of its moments: the position, what a seat knows of it, and how it may go on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from stammtisch.kernel.bits import lowest_in, nth, words_for
from stammtisch.kernel.search_tree import WHOLE
from stammtisch.kernel.seats import MAX_SEATS

T = TypeVar("T")


@dataclass(frozen=True)
class WatchedGame:
    """A game that came to its end, with the compiled code that follows it."""

    games: Any  # the driver `recorded_games`
    calls: Any  # the driver `rules_calls`
    options: Any  # the record
    actions: int  # that the game knows
    deal_seed: int  # of NATURE
    taken: Any  # what the seats did, a row for each action
    most: int  # playouts that take more steps have no winner

    @property
    def words(self) -> Any:
        """The options as compiled code reads them."""
        return np.array(self.options.words(), np.int64)

    def before(self, action: int) -> Any:
        """Return the position before an action of a seat, by the number of that action."""
        position = np.zeros(self.calls.STATE.itemsize // 8, np.int64)
        counts, nothing = np.zeros(3, np.int64), np.zeros((0, 6), np.int64)
        self.games.retrace(self.words, self.deal_seed, self.taken[:action], nothing, counts, position)
        return position

    def view(self, position: Any, seat: int) -> Any:
        """Return what a seat, or SPECTATOR, knows of a position."""
        view = np.zeros_like(position)
        self.calls.view(position, self.words, seat, view)
        return view

    def to_decide(self, position: Any) -> int:
        """Return the seat that is to decide, the first of several."""
        return lowest_in(self.calls.waiting(position, self.words))

    def ways(self, view: Any, seat: int) -> list[int]:
        """Return what a seat may do."""
        legal = np.zeros(words_for(self.actions), np.int64)
        self.calls.legal(view, self.words, seat, legal)
        bits: list[int] = legal.tolist()
        return [nth(bits, index) for index in range(sum(word.bit_count() for word in bits))]

    def play_out(
        self,
        view: Any,
        viewer: int,
        seed: int,
        worlds: int,
        *,
        times: int = 1,
        first: Sequence[int] = (),
        rests: bool = False,
    ) -> Any:
        """Return by world, time and seat its part of the win, where all go on by rules of thumb.

        Args:
            view: What the viewer knows.
            viewer: A seat or SPECTATOR; or TABLE, with the position itself for a view.
            seed: Fixes worlds and all that happens in them.
            worlds: How many are drawn.
            times: That each is played, with another chance; but if there is something to do first, once for each of it.
            first: What the viewer may do first.
            rests: Whether they end where the game is next settled, and being ahead there is the win.
        """
        wins = np.zeros((worlds, len(first) or times, self.options.seats), np.int64)
        ways = np.array(first, np.int64)
        self.games.play_out(view, self.words, viewer, seed, self.most, rests, ways, wins)
        return wins / WHOLE

    def rests(self) -> list[tuple[int, list[float]]]:
        """Return when it was settled, by how many actions there were before, and who was ahead then, by seat."""
        found = np.zeros((len(self.taken) + 1, 1 + MAX_SEATS), np.int64)
        times = self.games.find_rests(self.words, self.deal_seed, self.taken, found)
        return [(row[0], [part / WHOLE for part in row[1 : 1 + self.options.seats]]) for row in found[:times].tolist()]


def spread_evenly(items: Sequence[T], most: int) -> list[T]:
    """Return all items, or so many of them, the first and the last among them."""
    if len(items) <= most:
        return list(items)
    return [items[number * (len(items) - 1) // (most - 1)] for number in range(most)]

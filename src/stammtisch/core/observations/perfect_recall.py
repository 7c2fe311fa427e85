"""What seats remember of a game: perfect recall, as text and as numbers.

A seat looks up whenever a seat is asked to decide, and when the game is over. It remembers what it knew each time, who
decided, and what it saw of that. Steps that nobody decides lie in between: it learns of deals by what it knows at its
next look, so the order in which its cards came is no part of what it remembers, though somebody at a table would see
it. Decision 13 says why.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import ModuleType
from typing import Any, Self, cast

import numpy as np

from stammtisch.core.game import Game, ModuleName
from stammtisch.core.observations.memory import Memory, changes, row_width
from stammtisch.core.observations.observation import Numbers, features_of, observed
from stammtisch.core.options import as_json, make_options
from stammtisch.core.queries import view_of, viewers
from stammtisch.core.table import Table
from stammtisch.errors import FeatureError
from stammtisch.kernel.record import Row
from stammtisch.kernel.seats import NONE


class Moment:
    """A position, and what everybody remembers of the way to it.

    It never changes, so any number of continuations share it and a copy costs nothing; `after` returns the next one.
    Memories are put together when they are asked for.
    """

    def __init__(self, game: Game, options: Any, position: Any, before: Self | None, seat: int, action: int) -> None:
        """Note the step that led here; `begin`, `after` and `imagined` do it for you."""
        self.game = game
        self.options = options
        self.position = position
        self.decisions: int = 0 if before is None else before.decisions + (seat < options.seats)
        self._before = before
        self._seat = seat
        self._action = action
        self._memories: dict[int, Memory | None] = {}  # by viewer, as far as somebody has asked

    @classmethod
    def begin(cls, game: Game, options: Any) -> Self:
        """Return the moment before the first step."""
        position = game.rules.State()
        game.rules.start(position, options)
        return cls(game, options, position, None, NONE, NONE)

    def after(self, seat: int, action: int) -> Self:
        """Return the moment after a legal step, whoever's it is."""
        position = self.position.copy()
        self.game.rules.apply(position, self.options, seat, action)
        return type(self)(self.game, self.options, position, self, seat, action)

    def imagined(self, seat: int, stream: Row) -> Self:
        """Return a moment that the seat cannot tell from this one, in a world drawn uniformly from all of those.

        Nothing of this world is in it but what the seat knows. The seat remembers what it remembers here. What others
        would have seen on the way is left open: they begin with what they would know by now, which is all that matters
        to a perfect player, and their memories say whose world it is.
        """
        rules, view = self.game.rules, self.view(seat)
        world = view.copy()
        rules.redeal(view, self.options, seat, stream, [0] * rules.SCRATCH, world)
        moment = type(self)(self.game, self.options, world, None, NONE, NONE)
        moment.decisions = self.decisions
        fresh = Memory(None, (), NONE, seat, self.decisions)
        moment._memories = dict.fromkeys(viewers(self.options), fresh)
        moment._memories[seat] = self.memory(seat)
        return moment

    def view(self, viewer: int) -> Any:
        """Return what a viewer may know now."""
        return view_of(self.game.rules, self.position, self.options, viewer)

    def known(self, viewer: int) -> str:
        """Return what a viewer may know now, without the way to it: the words of its view that are not 0."""
        return f"seat {viewer} / {changes((), self.view(viewer).words())}"

    def steps_seen_by(self, viewer: int) -> list[tuple[int, int]]:
        """Return who acted, and what a viewer saw of it, from the beginning or since the world was imagined."""
        return [(moment._seat, moment._sight(viewer)) for moment in self._until(None)][::-1]

    def memory(self, viewer: int) -> Memory | None:
        """Return what a viewer remembers, or nothing before the first decision."""
        new = list(self._until(viewer))
        last = self if not new else new[-1]._before
        memory = last._memories.get(viewer) if last else None
        for moment in reversed(new):
            memory = moment._memories[viewer] = moment._remembered(memory, viewer)
        return memory

    def text(self, viewer: int) -> str:
        """Return what a viewer remembers: equal for two histories exactly when it knew and saw the same at every look.

        Before each decision stand the words of the view that have changed, as `index=value`.
        """
        memory = self.memory(viewer)
        parts = [entry.text(self.game) for entry in memory or ()][::-1]
        if self._looks_up:
            parts.append(changes(memory.words if memory else (), self.view(viewer).words()))
        return " / ".join([f"seat {viewer}", *parts])

    def numbers(self, seat: int, rows: int) -> Numbers:
        """Return what a seat remembers as numbers: a row for each decision, then what it knows now.

        A row is the seat's observation when somebody was asked, a 1 for who decided, counted from the seat, a 1 for the
        action, and a 1 in place of an action that it did not see. What it knows now is its observation, or blank while
        NATURE deals.

        Args:
            seat: Whose memory.
            rows: How many decisions there is room for.

        Raises:
            FeatureError: There have been more, or the game has no features.
        """
        if self.decisions > rows:
            raise FeatureError(f"there have been {self.decisions} decisions; the numbers have room for {rows}")
        width, size = row_width(self.game, self.options), features_of(self.game).LAYOUT.size
        out = np.zeros(rows * width + size, np.int8)
        for memory in self.memory(seat) or ():
            if memory.seat != NONE:
                out[(memory.count - 1) * width :][:width] = memory.row(self.game, self.options, seat)
        if self._looks_up:
            out[rows * width :] = observed(self.game, self.options, self.view(seat), seat)
        return out

    def __deepcopy__(self, memo: object) -> Self:
        """Return the moment itself."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        steps = [(moment._seat, moment._action) for moment in self._until(None)][::-1]
        first = self
        while first._before is not None:
            first = first._before
        known = {
            viewer: [(entry.words, entry.seat, entry.sight, entry.count) for entry in memory or ()][::-1]
            for viewer, memory in first._memories.items()
        }
        choices = as_json(self.game.rules, self.options)
        name = ModuleName(cast(ModuleType, self.game).__name__)
        return _rebuilt, (name, choices, first.position.words(), first.decisions, known, steps)

    @property
    def _looks_up(self) -> bool:
        """Whether a seat is asked, or the game is over."""
        waiting = self.game.rules.waiting(self.position, self.options)
        return waiting == 0 or waiting & ((1 << self.options.seats) - 1) != 0

    def _until(self, viewer: int | None) -> Iterator[Self]:
        """Yield this moment and those before it, back to one whose memory of a viewer is known, or to the first."""
        moment = self
        while moment._before is not None and (viewer is None or viewer not in moment._memories):
            yield moment
            moment = moment._before

    def _sight(self, viewer: int) -> int:
        """Return the action that led here as a viewer saw it."""
        assert self._before is not None, "somebody acted"
        return self.game.rules.seen(self._before.position, self.options, viewer, self._seat, self._action)

    def _remembered(self, memory: Memory | None, viewer: int) -> Memory | None:
        """Return what a viewer remembers after the step that led here."""
        if self._seat >= self.options.seats:
            return memory
        assert self._before is not None, "somebody acted"
        return Memory(memory, self._before.view(viewer).words(), self._seat, self._sight(viewer), self.decisions)


def moment_of(table: Table) -> Moment:
    """Return the moment to which the steps of a table lead."""
    moment = Moment.begin(table.game, table.options)
    for step in table.steps:
        moment = moment.after(step.seat, step.action)
    return moment


def information(table: Table, seat: int) -> str:
    """Return what a seat, or SPECTATOR, remembers of the game at a table."""
    return moment_of(table).text(seat)


def _rebuilt(
    name: ModuleName,
    choices: Mapping[str, object],
    words: Sequence[int],
    decisions: int,
    known: Mapping[int, Sequence[tuple[Sequence[int], int, int, int]]],
    steps: Sequence[tuple[int, int]],
) -> Moment:
    """Return a moment that was taken apart by `pickle`."""
    game = cast(Game, name.module)
    options = make_options(game.rules, choices)
    moment = Moment(game, options, game.rules.State.of(words), None, NONE, NONE)
    moment.decisions = decisions
    for viewer, memories in known.items():
        memory = None
        for entry in memories:
            memory = Memory(memory, *entry)
        moment._memories[viewer] = memory
    for seat, action in steps:
        moment = moment.after(seat, action)
    return moment

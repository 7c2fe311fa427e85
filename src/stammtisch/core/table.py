"""One running game: its position, its steps, and who may see what of both."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence
from secrets import randbelow
from typing import Any, Final

from stammtisch.core.game import Game, Portable, find_game
from stammtisch.core.nature import SEED_LIMIT, Nature, SeededNature
from stammtisch.core.options import make_options
from stammtisch.core.outcome import GameOutcome, outcome_of
from stammtisch.core.queries import legal_actions, rule_against, seats_waited_for, view_of, viewers
from stammtisch.core.rows import RowWalk
from stammtisch.core.step import Step
from stammtisch.errors import Refused, RowError
from stammtisch.kernel.seats import NATURE, NONE, TABLE

_EVERY: Final = 64  # steps between two copies at first
_MOST: Final = 64  # copies; where there are more, every other one goes
_EVERY_NEAR: Final = 16  # steps between two copies near the end, however long the game
_MOST_NEAR: Final = 32  # of those


class Checkpoints:
    """Copies of a game's positions at some of its steps, so that no step is far from one.

    There is never more than a bounded number: the longer a game, the farther apart they lie, but for those near its
    end, where most is looked at.
    """

    def __init__(self, position: Any) -> None:
        """Begin with the position before the first step."""
        self._kept = [position.copy()]
        self._every = _EVERY
        self._near = deque[tuple[int, Any]](maxlen=_MOST_NEAR)

    def note(self, steps: int, position: Any) -> None:
        """Keep a copy of the position after so many steps, if it is its turn; used after each step."""
        if steps % _EVERY_NEAR == 0:
            self._near.append((steps, position.copy()))
        if steps % self._every:
            return
        self._kept.append(position.copy())
        if len(self._kept) > _MOST:
            del self._kept[1::2]
            self._every *= 2

    def take_back(self, steps: int) -> None:
        """Forget what was noted after more than so many steps."""
        del self._kept[steps // self._every + 1 :]
        while self._near and self._near[-1][0] > steps:
            self._near.pop()

    def before(self, steps: int) -> tuple[int, Any]:
        """Return the last copy that was made after at most so many steps, to be walked on, and after how many."""
        for reached, position in reversed(self._near):
            if reached <= steps:
                return reached, position.copy()
        index = min(steps // self._every, len(self._kept) - 1)
        return index * self._every, self._kept[index].copy()


class Table(Portable):
    """A game being played: the truth of it is the list of steps, the position is what they lead to."""

    def __init__(
        self, game: Game | str, *, seed: int | None = None, nature: Nature | None = None, **choices: object
    ) -> None:
        """Sit down to a game with these options, and deal.

        Args:
            game: A game, or the name of one that is installed.
            seed: Fixes every choice of NATURE; drawn if it is not given.
            nature: Where the choices of NATURE come from, instead of the seed.
            choices: The options that differ from their defaults.

        Raises:
            UnknownGame: No game of this name is installed.
            OptionError: An option is unknown or outside its limits.
            NatureError: The seed is out of range, or a listed choice cannot be taken.
        """
        self._begin(find_game(game) if isinstance(game, str) else game, seed, nature, choices)
        self.carry_on()

    @classmethod
    def undealt(cls, game: Game, seed: int | None, choices: dict[str, object], nature: Nature | None = None) -> Table:
        """Return a table at which nothing has happened yet, for steps that are known: see `follow`."""
        table = cls.__new__(cls)
        table._begin(game, seed, nature, choices)
        return table

    def _begin(self, game: Game, seed: int | None, nature: Nature | None, choices: dict[str, object]) -> None:
        self.game = game
        self.rules = game.rules
        self.seed = randbelow(SEED_LIMIT) if seed is None else seed
        self.nature = nature or SeededNature(self.seed)
        self.seeded = nature is None  # whether the seed is where the choices of NATURE come from
        self.options: Any = make_options(self.rules, choices)
        self.seats: int = self.options.seats
        self.position: Any = self.rules.State()
        self.rules.start(self.position, self.options)
        self.steps: list[Step] = []
        self._sights: list[dict[int, int] | None] = []  # by step: the action as each viewer saw it, if not all saw it
        self._checkpoints = Checkpoints(self.position)
        self._taken = Counter[int]()  # how many steps each seat has taken, NATURE and TABLE among them

    def play(self, seat: int, *actions: int | str) -> list[Step]:
        """Take a row of actions of one decision, all of them or none, and whatever they force.

        Args:
            seat: Whose decision it is.
            actions: Numbers, or texts in the game's notation.

        Returns:
            The new steps, those of NATURE and TABLE among them.

        Raises:
            NotationError: A text names no action of this game.
            Refused: The rules do not allow one of them.
            RowError: The decision was complete before the last of them.
        """
        row = [self.game.notation.read(action) if isinstance(action, str) else action for action in actions]
        before = len(self.steps), self.position.copy(), self._taken.copy()
        try:
            self._take_row(seat, row)
            self.carry_on()
        except BaseException:
            length, self.position, self._taken = before
            del self.steps[length:], self._sights[length:]
            self._checkpoints.take_back(length)
            raise
        return self.steps[before[0] :]

    def follow(self, seat: int, action: int) -> Step:
        """Take one step, whoever's it is, and nothing that it forces: for steps that are already known.

        Raises:
            Refused: The rules do not allow it.
        """
        s, o = self.position, self.options
        if rule := rule_against(self.rules, s, o, seat, action):
            raise Refused(seat, action, self.action_name(action), rule)
        step = Step(len(self.steps), seat, action)
        sights = {viewer: self.rules.seen(s, o, viewer, seat, action) for viewer in viewers(o)}
        self._sights.append(None if all(sight == action for sight in sights.values()) else sights)
        self.rules.apply(s, o, seat, action)
        self.steps.append(step)
        self._checkpoints.note(len(self.steps), s)
        self._taken[seat] += 1
        return step

    def follow_from(self, first: int, steps: Sequence[tuple[int, int]]) -> bool:
        """Follow steps, counted from number `first`, as far as they are not known; whether they lead on from here.

        Raises:
            Refused: The rules do not allow one of them.
        """
        if first > len(self.steps):
            return False
        for seat, action in steps[len(self.steps) - first :]:
            self.follow(seat, action)
        return True

    def carry_on(self) -> None:
        """Take the steps that no seat decides: the deals of NATURE, and what TABLE is forced to do."""
        while forced := {NATURE, TABLE}.intersection(self.waiting):
            seat = forced.pop()
            actions = self.actions(seat)
            self.follow(seat, self.nature.choose(self._taken[NATURE], actions) if seat == NATURE else actions[0])

    @property
    def waiting(self) -> tuple[int, ...]:
        """Who owes a decision now; several while choices are sealed, nobody when it is over."""
        return tuple(seats_waited_for(self.rules, self.position, self.options))

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.rules.waiting(self.position, self.options) == 0

    def actions(self, seat: int) -> list[int]:
        """Return the legal actions of a seat, as numbers."""
        return legal_actions(self.rules, self.position, self.options, seat)

    def legal(self, seat: int) -> list[str]:
        """Return the legal actions of a seat, as text."""
        return [self.action_name(action) for action in self.actions(seat)]

    def view(self, seat: int) -> Any:
        """Return what a seat may know: a position with the rest left out."""
        return view_of(self.rules, self.position, self.options, seat)

    def position_at(self, steps: int) -> Any:
        """Return the position as it was after so many steps; to get there, no more than a few hundred are taken."""
        reached, s = self._checkpoints.before(steps)
        for step in self.steps[reached:steps]:
            self.rules.apply(s, self.options, step.seat, step.action)
        return s

    def taken_by(self, seat: int) -> int:
        """Return how many steps a seat has taken."""
        return self._taken[seat]

    def last_decision(self, seat: int) -> int:
        """Return the number of the step with which the last decision of a seat began; NONE if it took no step yet."""
        taken = [step.number for step in self.steps if step.seat == seat]
        first = taken.pop() if taken else NONE
        while taken and self._decided(seat, taken[-1]) == self._decided(seat, first):
            first = taken.pop()
        return first

    def _decided(self, seat: int, steps: int) -> int:
        """Return how many decisions a seat had completed after so many steps."""
        return int(self.position_at(steps).decided[seat])

    def steps_seen_by(self, viewer: int, since: int = 0, until: int | None = None) -> list[Step]:
        """Return the steps from number `since` until before `until` as a seat or SPECTATOR saw them.

        Hidden actions are `HIDDEN`.
        """
        seen = zip(self.steps[since:until], self._sights[since:until], strict=True)
        return [step if sights is None else step.shown_as(sights[viewer]) for step, sights in seen]

    def outcome(self) -> GameOutcome | None:
        """Return how the game ended, or nothing while it is played."""
        return outcome_of(self.rules, self.position, self.options) if self.over else None

    def action_name(self, action: int) -> str:
        """Return an action as text; a number that is no action as its digits."""
        return self.game.notation.write(action) if 0 <= action < self.rules.ACTIONS else str(action)

    def _take_row(self, seat: int, row: list[int]) -> None:
        walk = RowWalk(self.rules, self.position, self.options, seat)
        for index, action in enumerate(row):
            if walk.complete:
                raise RowError(len(row), index)
            self.follow(seat, action)  # not the walk's: the table notes what everybody saw

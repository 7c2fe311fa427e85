"""One running game: its position, its steps, and who may see what of both."""

from __future__ import annotations

from secrets import randbelow
from typing import Any

from stammtisch.core.game import Game, find_game
from stammtisch.core.nature import SEED_LIMIT, Nature, SeededNature
from stammtisch.core.options import make_options
from stammtisch.core.outcome import Outcome, outcome_of
from stammtisch.core.step import Step
from stammtisch.errors import Refused, RowError
from stammtisch.kernel.bits import count, nth, words_for
from stammtisch.kernel.seats import NATURE, SPECTATOR, TABLE


class Table:
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
        self._sights: list[dict[int, int]] = []  # by step: the action as each viewer saw it
        self._dealt = 0  # choices of NATURE so far

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
        before = len(self.steps), self.position.copy(), self._dealt
        try:
            self._take_row(seat, row)
            self.carry_on()
        except BaseException:
            length, self.position, self._dealt = before
            del self.steps[length:], self._sights[length:]
            raise
        return self.steps[before[0] :]

    def follow(self, seat: int, action: int) -> Step:
        """Take one step, whoever's it is, and nothing that it forces: for steps that are already known.

        Raises:
            Refused: The rules do not allow it.
        """
        rule = self.rules.Rule(self.rules.check(self.position, self.options, seat, action))
        if rule:
            raise Refused(seat, action, self.action_name(action), rule)
        step = Step(len(self.steps), seat, action)
        viewers = (*range(self.seats), SPECTATOR)
        s, o = self.position, self.options
        self._sights.append({viewer: self.rules.seen(s, o, viewer, seat, action) for viewer in viewers})
        self.rules.apply(s, o, seat, action)
        self.steps.append(step)
        self._dealt += seat == NATURE
        return step

    def carry_on(self) -> None:
        """Take the steps that no seat decides: the deals of NATURE, and what TABLE is forced to do."""
        while forced := {NATURE, TABLE}.intersection(self.waiting):
            seat = forced.pop()
            actions = self.actions(seat)
            self.follow(seat, self.nature.choose(self._dealt, actions) if seat == NATURE else actions[0])

    @property
    def waiting(self) -> tuple[int, ...]:
        """Who owes a decision now; several while choices are sealed, nobody when it is over."""
        bits = self.rules.waiting(self.position, self.options)
        return tuple(seat for seat in (*range(self.seats), NATURE, TABLE) if bits >> seat & 1)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.rules.waiting(self.position, self.options) == 0

    def actions(self, seat: int) -> list[int]:
        """Return the legal actions of a seat, as numbers."""
        bits = [0] * words_for(self.rules.ACTIONS)
        self.rules.legal(self.position, self.options, seat, bits)
        return [nth(bits, index) for index in range(count(bits))]

    def legal(self, seat: int) -> list[str]:
        """Return the legal actions of a seat, as text."""
        return [self.action_name(action) for action in self.actions(seat)]

    def view(self, seat: int) -> Any:
        """Return what a seat may know: a position with the rest left out."""
        out = self.rules.State()
        self.rules.view(self.position, self.options, seat, out)
        return out

    def steps_seen_by(self, viewer: int) -> list[Step]:
        """Return the steps as a seat or SPECTATOR saw them, hidden actions as `HIDDEN`."""
        return [step.shown_as(sight[viewer]) for step, sight in zip(self.steps, self._sights, strict=True)]

    def outcome(self) -> Outcome | None:
        """Return how the game ended, or nothing while it is played."""
        return outcome_of(self.rules, self.position, self.options) if self.over else None

    def action_name(self, action: int) -> str:
        """Return an action as text; a number that is no action as its digits."""
        return self.game.notation.write(action) if 0 <= action < self.rules.ACTIONS else str(action)

    def _take_row(self, seat: int, row: list[int]) -> None:
        for index, action in enumerate(row):
            decided = self._decided(seat)
            self.follow(seat, action)
            if self._decided(seat) > decided and index + 1 < len(row):
                raise RowError(len(row), index + 1)

    def _decided(self, seat: int) -> int:
        return int(self.position.decided[seat]) if 0 <= seat < self.seats else 0

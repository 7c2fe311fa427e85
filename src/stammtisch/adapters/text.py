"""A table for language models: what a seat has seen and may do, in plain sentences of four languages, and its answers.

>>> game = TextGame("duel", seed=7, royal=True, spaces=1, first_bluffer=0)
>>> game.ask(), game.actions(0)[1]
(0, ('hide 2', 'red tile in lane 2'))
>>> game.play(0, "hide 2")  # nothing is said against it
''
>>> game.play(1, "turn 2")
'Ada is still preparing the round.'
>>> print(game.observation(0).splitlines()[-1])
Crown one of the four cockroaches.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Self

from stammtisch.adapters.language_models.telling import SeatTeller
from stammtisch.core.game import Game
from stammtisch.core.table import Table
from stammtisch.core.words.narration import ViewLog
from stammtisch.errors import FeatureError
from stammtisch.kernel.seats import MAX_SEATS

NAMES: Final = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gina", "Hugo")

assert len(NAMES) == MAX_SEATS, "there is a name for every seat"


class TextGame:
    """One game in one language. Seats are counted from 0, and have names."""

    def __init__(self, game: Game | str, language: str = "en", *, names: Sequence[str] = NAMES, **table: Any) -> None:
        """Sit down to a game and deal.

        Args:
            game: A game, or the name of one that is installed.
            language: What is spoken: `de`, `en`, `fr` or `it`.
            names: By which names the seats go; those beyond the last seat are left out.
            table: What else a `Table` takes: the seed, and the options that differ from their defaults.

        Raises:
            UnknownGame: No game of this name is installed.
            OptionError: An option is unknown or outside its limits.
            NatureError: The seed is out of range.
            FeatureError: There are fewer names than seats.
            ValueError: The language is none of ours.
        """
        self._sit_down(Table(game, **table), language, names)

    @classmethod
    def at_table(cls, table: Table, language: str = "en", names: Sequence[str] = NAMES) -> Self:
        """Tell of a table that is there, perhaps in the middle of its game.

        Raises:
            FeatureError: There are fewer names than seats.
            ValueError: The language is none of ours.
        """
        game = cls.__new__(cls)
        game._sit_down(table, language, names)
        return game

    def _sit_down(self, table: Table, language: str, names: Sequence[str]) -> None:
        self.table = table
        self.names = tuple(names[: table.seats])
        if len(self.names) < table.seats:
            raise FeatureError(f"names are {names!r}; there may be {table.seats} or more")
        self.teller = SeatTeller(table.game, table.options, language, self.names)
        self.say = self.teller.say
        self._log = ViewLog(table)

    def __getstate__(self) -> tuple[Table, str, Sequence[str]]:
        """Return the table and who is told of it; what is said comes from there."""
        return self.table, self.teller.language, self.names

    def __setstate__(self, state: tuple[Table, str, Sequence[str]]) -> None:
        """Sit down at the table again."""
        self._sit_down(*state)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.table.over

    def ask(self) -> int | None:
        """Return the seat that is asked, of several that choose in secret the first; nothing when the game is over."""
        return next(iter(self.table.waiting), None)

    def observation(self, seat: int, since: int = 0) -> str:
        """Return what a seat is told: who it is, what has happened, how the table looks to it, and what it is asked.

        Args:
            seat: Who is told.
            since: The step from which on it is told what happened: the number of steps when it was last told.

        Raises:
            FeatureError: There is no such seat.
        """
        return self.teller.observation(self._view(seat), seat, self.told(seat, since))

    def told(self, seat: int, since: int = 0) -> list[str]:
        """Return what a seat saw happen from step `since` on, a sentence for each step that is worth one.

        Raises:
            FeatureError: There is no such seat.
        """
        self._require(seat)
        return self.teller.narrator.sentences(self._log, seat, since, len(self._log))

    def actions(self, seat: int) -> list[tuple[str, str]]:
        """Return what a seat may do, each as `play` takes it and in words; nothing where it is not asked.

        Raises:
            FeatureError: There is no such seat.
        """
        return self.teller.actions(self._view(seat), seat)

    def play(self, seat: int, *texts: str) -> str:
        """Take actions of one decision, each by its notation or else by its place in the list, counted from 1.

        Returns:
            Nothing, or the sentence that says why not; then nothing has changed.

        Raises:
            FeatureError: There is no such seat.
        """
        meant = self.teller.read(self._view(seat), seat, texts)
        if not meant.objection:
            self.table.play(seat, *meant.actions)
        return meant.objection

    def ending(self, seat: int) -> str:
        """Say to a seat how the game ended, or nothing while it is played.

        Raises:
            FeatureError: There is no such seat.
        """
        return self.teller.ending(self._view(seat))

    def _view(self, seat: int) -> Any:
        self._require(seat)
        return self.table.view(seat)

    def _require(self, seat: int) -> None:
        if seat not in range(self.table.seats):
            raise FeatureError(f"seat is {seat!r}; it may be 0 to {self.table.seats - 1}")

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
from typing import Any, Final

from stammtisch.core.game import Game
from stammtisch.core.language import voice
from stammtisch.core.table import Table
from stammtisch.core.words.narration import Narrator, ViewLog
from stammtisch.errors import FeatureError, NotationError, Refused
from stammtisch.kernel.seats import MAX_SEATS
from stammtisch.terminal.play.screen import picture_text

NAMES: Final = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gina", "Hugo")
_ECHO: Final = 40  # letters of an answer that are said back to whoever gave it

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

    def _sit_down(self, table: Table, language: str, names: Sequence[str]) -> None:
        self.table = table
        self.say = voice("stammtisch.adapters", language)
        self.names = tuple(names[: table.seats])
        if len(self.names) < table.seats:
            raise FeatureError(f"names are {names!r}; there may be {table.seats} or more")
        self._language = language
        self._narrator = Narrator(table.game, table.options, language, self.names)
        self._log = ViewLog(table)

    def __getstate__(self) -> tuple[Table, str, Sequence[str]]:
        """Return the table and who is told of it; what is said comes from there."""
        return self.table, self._language, self.names

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
        self._require(seat)
        view = self.table.view(seat)
        who = self.say("This is {game}. You are {name}.", game=self._narrator.title(), name=self.names[seat])
        told = self._narrator.sentences(self._log, seat, since, len(self._log))
        picture = picture_text(self._narrator.picture(view, seat)).plain
        return "\n\n".join(filter(None, (who, "\n".join(told), picture, self._now(seat))))

    def actions(self, seat: int) -> list[tuple[str, str]]:
        """Return what a seat may do, each as `play` takes it and in words; nothing where it is not asked.

        Raises:
            FeatureError: There is no such seat.
        """
        self._require(seat)
        choices = self._narrator.choices(self.table.view(seat), dict(enumerate(self.table.actions(seat))))
        return [(notation, label) for _, label, notation in choices]

    def play(self, seat: int, text: str) -> str:
        """Take an action of a seat, by its notation or else by its place in the list of `actions`, counted from 1.

        Returns:
            Nothing, or the sentence that says why not; then nothing has changed.

        Raises:
            FeatureError: There is no such seat.
        """
        listed = [notation for notation, _ in self.actions(seat)]
        notation = self.table.game.notation
        try:
            action = notation.read(text)
        except NotationError:
            if text.strip() not in map(str, range(1, len(listed) + 1)):
                return self._not_understood(text, listed)
            action = notation.read(listed[int(text) - 1])
        try:
            self.table.play(seat, action)
        except Refused as refused:
            return self._narrator.refusal(refused, self.table.view(seat))
        return ""

    def ending(self, seat: int) -> str:
        """Say to a seat how the game ended, or nothing while it is played.

        Raises:
            FeatureError: There is no such seat.
        """
        self._require(seat)
        outcome = self.table.outcome()
        return self._narrator.ending(outcome, self.table.view(seat)) if outcome else ""

    def _now(self, seat: int) -> str:
        if seat in self.table.waiting:
            return self._narrator.question(self.table.view(seat), seat)
        return self.ending(seat) or self.say("You are not asked now.")

    def _not_understood(self, text: str, listed: list[str]) -> str:
        echo = "".join(letter for letter in text if letter.isprintable())[:_ECHO]
        if listed:
            return self.say("“{text}” is no action. You may choose: {actions}.", text=echo, actions=", ".join(listed))
        return self.say("“{text}” is no action, and you are not asked now.", text=echo)

    def _require(self, seat: int) -> None:
        if seat not in range(self.table.seats):
            raise FeatureError(f"seat is {seat!r}; it may be 0 to {self.table.seats - 1}")

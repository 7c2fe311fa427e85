"""A game's words, said to one reader."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.text import Text

from stammtisch.core.game import Game
from stammtisch.core.language import Reader
from stammtisch.core.outcome import Outcome
from stammtisch.core.rulebook import voice_of
from stammtisch.errors import Refused
from stammtisch.kernel.seats import SPECTATOR
from stammtisch.terminal.chronicle import EVERYTHING, Chronicle, Moment


class Teller:
    """Says what a game has to say, in one language and with the names of one table."""

    def __init__(self, game: Game, options: Any, language: str, names: tuple[str, ...]) -> None:
        self.game = game
        self._options = options
        self._words = game.words
        self._reader = Reader(voice_of(game, language), names)

    def title(self) -> str:
        """Return the name of the game."""
        return self._words.title(self._reader.say)

    def name(self, seat: int) -> str:
        """Return the name of whoever sits there."""
        return self._reader.name(seat)

    def picture(self, view: Any, viewer: int) -> Text:
        """Return the table as a viewer sees it; where it stands is up to the screen."""
        side = SPECTATOR if viewer == EVERYTHING else viewer
        drawn = Text.from_markup(self._words.picture(view, self._options, side, self._reader), emoji=False)
        lines = list(drawn.split())
        indents = [len(line.plain) - len(line.plain.lstrip()) for line in lines if line.plain.strip()]
        return Text("\n").join(line[min(indents, default=0) :] for line in lines)

    def sentence(self, moment: Moment) -> str:
        """Say what happened in a moment."""
        return self._words.log(moment.step, moment.before, moment.after, self._options, self._reader)

    def sentences(self, chronicle: Chronicle, viewer: int, since: int, until: int) -> list[str]:
        """Say what happened from step `since` until before step `until`; games may pass over steps in silence."""
        told = [self.sentence(moment) for moment in chronicle.moments(viewer, since, until)]
        return [sentence for sentence in told if sentence]

    def question(self, view: Any, seat: int) -> str:
        """Say what a seat is asked to decide."""
        return self._words.ask(view, self._options, seat, self._reader)

    def choices(self, view: Any, listed: Mapping[int, int]) -> list[tuple[int, str, str]]:
        """Return each action with its number, as on a button, and in the game's notation."""
        return [
            (number, self._words.label(view, self._options, action, self._reader), self.game.notation.write(action))
            for number, action in listed.items()
        ]

    def refusal(self, refused: Refused, view: Any) -> str:
        """Say why an action was refused."""
        return self._words.explain(refused.rule, view, self._options, refused.seat, refused.action, self._reader)

    def ending(self, outcome: Outcome, view: Any) -> str:
        """Say how the game ended."""
        return self._words.ending(outcome, view, self._options, self._reader)

"""Commands that people can type besides actions: help, log, rules, save, quit."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.text import Text

from stammtisch.core.language import Say
from stammtisch.core.table import Table
from stammtisch.core.words.narration import Narrator, ViewLog
from stammtisch.errors import StammtischError
from stammtisch.terminal.files import is_taken
from stammtisch.terminal.play.autosave import Autosave
from stammtisch.terminal.play.keyboard import LEAVING
from stammtisch.terminal.play.players import SeatedPlayer
from stammtisch.terminal.play.screen import Screen
from stammtisch.terminal.rules_text import rules_text


@dataclass(frozen=True)
class Commands:
    """The commands of one session, obeyed for the person who has the screen."""

    table: Table
    players: Sequence[SeatedPlayer]
    narrator: Narrator
    log: ViewLog
    autosave: Autosave
    screen: Screen
    say: Say

    def obey(self, text: str, seat: int) -> bool:
        """Carry out a command; whether it was one.

        Raises:
            EOFError: It was to quit.
        """
        word, _, rest = text.partition(" ")
        match word.lower():
            case word if word in LEAVING:
                raise EOFError
            case "help" | "?":
                self._help()
            case "log":
                told = self.narrator.sentences(self.log, seat, 0, len(self.log))
                self.screen.read(Text("\n".join(told)))
            case "rules":
                self._rules(rest.strip())
            case "save":
                self._save(rest.strip())
            case _:
                return False
        return True

    def _help(self) -> None:
        say = self.say
        for line in (
            say("Type the number of an action, or the words beside it."),
            say("Several at once are parted by commas; they count only if all of them may be done."),
            say("Enter alone draws the table again. You can also type:"),
        ):
            self.screen.write(line)
        lines = (
            ("log", say("what has happened so far, as you saw it")),
            ("rules", say("the rules of the game")),
            ("save FILE", say("keep the game in a file from now on")),
            ("quit", say("leave the table")),
        )
        for word, meaning in lines:
            self.screen.write(f"  {word:<10} {meaning}")

    def _rules(self, rule: str) -> None:
        try:
            self.screen.read(rules_text(self.narrator.game, self.say, rule))
        except StammtischError:
            if rule:
                self.screen.write(self.say("The rules have no part called “{rule}”.", rule=rule))
            else:
                self.screen.write(self.say("This game has no page with its rules."))

    def _save(self, name: str) -> None:
        if not name:
            self.screen.write(self.say("Name a file as well, for example: save {example}", example="game.txt"))
            return
        before, path = self.autosave.path, Path(os.path.expanduser(name))
        try:
            self.autosave.keep_in(path)
            self.autosave.write(self.table, self.players)
        except StammtischError:
            self.autosave.path = before
            if is_taken(path):
                self.screen.write(self.say("There is already something called {file}; choose another name.", file=path))
            else:
                self.screen.write(self.say("Nothing can be written to {file}; choose another name.", file=path))
        else:
            self.screen.write(self.say("The game is kept in {file} from now on.", file=path))

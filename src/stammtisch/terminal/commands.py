"""What people can type besides actions."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from rich.text import Text

from stammtisch.core.language import Say
from stammtisch.core.table import Table
from stammtisch.errors import StammtischError
from stammtisch.terminal.chronicle import Chronicle
from stammtisch.terminal.files import is_taken
from stammtisch.terminal.keeper import Keeper
from stammtisch.terminal.keyboard import LEAVING
from stammtisch.terminal.pages import rules_text
from stammtisch.terminal.people import Sitter
from stammtisch.terminal.screen import Screen
from stammtisch.terminal.teller import Teller


class Commands:
    """The commands of one sitting, obeyed for the person who has the screen."""

    def __init__(
        self,
        table: Table,
        sitters: Sequence[Sitter],
        teller: Teller,
        chronicle: Chronicle,
        keeper: Keeper,
        screen: Screen,
        say: Say,
    ) -> None:
        self._table = table
        self._sitters = sitters
        self._teller = teller
        self._chronicle = chronicle
        self._keeper = keeper
        self._screen = screen
        self.say = say

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
                told = self._teller.sentences(self._chronicle, seat, 0, len(self._chronicle))
                self._screen.read(Text("\n".join(told)))
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
            self._screen.write(line)
        lines = (
            ("log", say("what has happened so far, as you saw it")),
            ("rules", say("the rules of the game")),
            ("save FILE", say("keep the game in a file from now on")),
            ("quit", say("leave the table")),
        )
        for word, meaning in lines:
            self._screen.write(f"  {word:<10} {meaning}")

    def _rules(self, rule: str) -> None:
        try:
            self._screen.read(rules_text(self._teller.game, self.say, rule))
        except StammtischError:
            if rule:
                self._screen.write(self.say("The rules have no part called “{rule}”.", rule=rule))
            else:
                self._screen.write(self.say("This game has no page with its rules."))

    def _save(self, name: str) -> None:
        if not name:
            self._screen.write(self.say("Name a file as well, for example: save {example}", example="game.txt"))
            return
        before, path = self._keeper.path, Path(os.path.expanduser(name))
        try:
            self._keeper.keep_in(path)
            self._keeper.write(self._table, self._sitters)
        except StammtischError:
            self._keeper.path = before
            if is_taken(path):
                self._screen.write(
                    self.say("There is already something called {file}; choose another name.", file=path)
                )
            else:
                self._screen.write(self.say("Nothing can be written to {file}; choose another name.", file=path))
        else:
            self._screen.write(self.say("The game is kept in {file} from now on.", file=path))

"""A session: one game at this terminal, from the first question to the last picture."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from stammtisch.bots.bot import Bot
from stammtisch.core.language import Say
from stammtisch.core.nature import seed_for_bots
from stammtisch.core.rows import RowWalk
from stammtisch.core.rules_page import anchor_of
from stammtisch.core.table import Table
from stammtisch.core.words.narration import Narrator, ViewLog
from stammtisch.errors import NotationError, Refused, RowError, StammtischError
from stammtisch.kernel.seats import SPECTATOR
from stammtisch.terminal.play.autosave import Autosave
from stammtisch.terminal.play.keyboard import LEAVING, read_actions, read_line
from stammtisch.terminal.play.listing import numbered
from stammtisch.terminal.play.players import SeatedPlayer
from stammtisch.terminal.play.screen import Display, Screen, picture_text
from stammtisch.terminal.play.typed_commands import Commands

RECAP: Final = 6  # steps that are told again when a game is taken up


class Session:
    """People and bots at one table, with one screen that shows only what its holder may see."""

    def __init__(
        self,
        table: Table,
        players: Sequence[SeatedPlayer],
        bot: Bot,
        narrator: Narrator,
        autosave: Autosave,
        screen: Screen,
        say: Say,
    ) -> None:
        self._table = table
        self._players = players
        self._narrator = narrator
        self._autosave = autosave
        self._screen = screen
        self.say = say
        self._log = ViewLog(table)
        self._commands = Commands(table, players, narrator, self._log, autosave, screen, say)
        people = [seat for seat, player in enumerate(players) if not player.bot]
        self._shared = len(people) > 1
        self._holder = SPECTATOR if self._shared or not people else people[0]  # who has the screen
        self._looked = dict.fromkeys((*range(table.seats), SPECTATOR), 0)  # steps that a viewer has been told of
        self._worry = ""  # to be said below what is shown next
        self._bots_seed = seed_for_bots(table.seed)
        self._bot = bot

    def resume(self) -> None:
        """Tell only the last steps of a game that was begun earlier."""
        self._looked = dict.fromkeys(self._looked, max(0, len(self._table.steps) - RECAP))

    def go(self) -> None:
        """Play until the game is over or somebody leaves."""
        try:
            with self._screen.page():
                self._play()
        except (EOFError, KeyboardInterrupt):
            self._leave()
        else:
            self._end()

    def _play(self) -> None:
        while not self._table.over:
            seat = self._table.waiting[0]
            steps = len(self._table.steps)
            if self._players[seat].bot:
                view, options = self._table.view(seat), self._table.options
                self._table.play(seat, *self._bot.choose(view, options, seat, self._bots_seed, steps))
            else:
                self._hand_over(seat)
                self._decide(seat)
                self._looked[seat] = steps
            self._keep()
            self._watch(steps)

    def _decide(self, seat: int) -> None:
        """Ask a person until the rules agree with the answer."""
        self._look(seat)
        while True:
            text = read_line()
            if not text:
                self._look(seat)
            elif not self._commands.obey(text, seat) and self._take(seat, text):
                return

    def _take(self, seat: int, text: str) -> bool:
        """Take the actions that a line names, or say why not; whether they were taken."""
        row: list[int] = []
        try:
            row = read_actions(text, self._listed(seat), self._table.game.notation, self.say)
            self._table.play(seat, *row)
        except NotationError as error:
            self._screen.write(str(error))
        except RowError as error:
            self._screen.write(self._explain_row(error))
        except Refused as refused:
            self._screen.write(self._explain(row, refused))
            self._screen.write(self.say("To read more, type: rules {rule}", rule=anchor_of(refused.rule)), "dim")
        else:
            return True
        return False

    def _listed(self, seat: int) -> dict[int, int]:
        """Return the actions of a seat by their numbers in the list."""
        return numbered(self._table.actions(seat), self._table.game.notation)

    def _explain_row(self, error: RowError) -> str:
        return self.say(
            "These are {given} actions, and your decision is complete after {taken}. Nothing has happened yet.",
            given=error.given,
            taken=error.taken,
        )

    def _explain(self, row: list[int], refused: Refused) -> str:
        """Say why a row was refused, from the view of the moment in which it was."""
        walk = RowWalk(self._table.rules, self._table.position.copy(), self._table.options, refused.seat)
        walk.take_all(row)
        return self._narrator.refusal(refused, walk.view())

    def _hand_over(self, seat: int) -> None:
        """Show what is public until the next person has the screen.

        Raises:
            EOFError: Somebody leaves instead.
        """
        if not self._shared or seat == self._holder:
            return
        if self._screen.redraws:
            self._screen.draw(self._display(SPECTATOR))
            self._admit_worry()
        name = self._narrator.name(seat)
        self._screen.push_away()
        if read_line(self.say("Pass the screen to {name}, then press Enter.", name=name) + " ") in LEAVING:
            raise EOFError
        self._screen.push_away()
        self._holder = seat
        self._looked[SPECTATOR] = len(self._log)

    def _look(self, seat: int) -> None:
        """Show a person the table and the question."""
        view = self._table.view(seat)
        question = self._narrator.question(view, seat)
        choices = self._narrator.choices(view, self._listed(seat))
        self._screen.draw(replace(self._display(seat), question=question, choices=choices))
        self._admit_worry()
        if not self._screen.redraws:
            self._looked[seat] = len(self._log)

    def _watch(self, since: int) -> None:
        """Show the steps from number `since` on as they happen, to whoever looks at the screen."""
        viewer = self._holder
        if self._shared:
            if not self._screen.redraws:
                return  # each person is told at the next look
            if self._table.waiting[:1] != (viewer,):
                viewer = SPECTATOR
        for seen in self._log.seen(viewer, since):
            if sentence := self._narrator.sentence(seen):
                if self._screen.redraws:
                    self._screen.draw(self._display(viewer, seen.step.number + 1))
                else:
                    self._screen.write(sentence)
                self._screen.rest()
        if not self._screen.redraws:
            self._looked[viewer] = len(self._log)

    def _display(self, viewer: int, steps: int | None = None) -> Display:
        """Return what a viewer looks at after so many steps, or after all."""
        steps = len(self._log) if steps is None else steps
        heading = self._narrator.title()
        if self._shared and viewer != SPECTATOR:
            heading = f"{heading} · {self._narrator.name(viewer)}"
        picture = picture_text(self._narrator.picture(self._log.view(viewer, steps), viewer))
        return Display(heading, picture, self._narrator.sentences(self._log, viewer, self._looked[viewer], steps))

    def _keep(self) -> None:
        """Write the game down; if that fails, say so and play on."""
        try:
            self._autosave.write(self._table, self._players)
        except StammtischError:
            self._worry = self.say(
                "Nothing can be written to {file} just now. The game goes on; save FILE keeps it elsewhere.",
                file=self._autosave.path,
            )

    def _admit_worry(self) -> None:
        if self._worry:
            self._screen.write(self._worry)
            self._worry = ""

    def _end(self) -> None:
        """Show the end of the game, where it is kept, and how to deal it again."""
        viewer = SPECTATOR if self._shared else self._holder
        outcome = self._table.outcome()
        assert outcome is not None, "the game is over"
        ending = self._narrator.ending(outcome, self._table.view(viewer))
        self._screen.show(replace(self._display(viewer), question=ending))
        if self._worry:
            self._screen.write(self.say("Not all of this game could be written to {file}.", file=self._autosave.path))
        elif self._autosave.path:
            self._screen.write(self.say("The game is kept in {file}.", file=self._autosave.path))
        self._screen.write(self.say("To be dealt the same again: --seed {seed}", seed=self._table.seed))

    def _leave(self) -> None:
        """Say good-bye, and how to go on another time."""
        self._screen.write("")
        self._keep()
        if self._worry or not self._autosave.path:
            self._screen.write(self.say("Good-bye. This game was not saved."))
            return
        self._screen.write(self.say("Good-bye. The game is kept. To go on with it:"))
        self._screen.write(f"  stammtisch play --resume {shlex.quote(str(self._autosave.path))}")
